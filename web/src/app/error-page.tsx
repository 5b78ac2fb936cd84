import { useNavigate } from '@tanstack/react-router'
import { ArrowLeft, House } from 'lucide-react'
import type { ReactElement } from 'react'
import { usePageTitle } from '../lib/page-title.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { lockIllustration } from '../ui/illustrations.tsx'
import { t as own } from './error-strings.ts'
import { t } from './strings.ts'

const PAGES = {
  403: { drawing: lockIllustration, title: own('error403'), text: own('error403Text') },
  404: { drawing: 'search', title: own('error404'), text: own('error404Text') },
  500: { drawing: 'broken', title: t('error500'), text: t('error500Text') },
} as const

export interface ErrorPageProps {
  /** Codes other than 403, 404 and 500 show the page for 404. */
  code?: string | undefined
  /** Replaces the code's default text. */
  text?: string | undefined
  /** Inside a frame's `main` element. */
  inside?: boolean
}

/** The error page (R24). */
export function ErrorPage(props: ErrorPageProps): ReactElement {
  const code = props.code === '403' || props.code === '500' ? props.code : '404'
  const { drawing, title } = PAGES[code]
  const text = props.text ?? PAGES[code].text
  usePageTitle(title)
  const navigate = useNavigate()
  const goHome = () => void navigate({ to: '/personalFile' })
  const Frame = props.inside ? 'div' : 'main'
  return (
    <Frame className="flex h-full flex-col items-center justify-center overflow-y-auto bg-canvas p-6">
      <p className="tabular text-sign-in font-semibold text-mut" aria-hidden>
        {code}
      </p>
      <div className="-mt-6">
        <EmptyState heading="h1" illustration={drawing} title={title} text={text}>
          <Button icon={ArrowLeft} onClick={() => (history.length > 1 ? history.back() : goHome())}>
            {own('back')}
          </Button>
          <Button variant="primary" icon={House} onClick={goHome}>
            {own('home')}
          </Button>
        </EmptyState>
      </div>
    </Frame>
  )
}
