import { type ReactElement, useEffect, useState } from 'react'
import { t } from './pdf/strings.ts'

/** The current page; Enter goes to the one that is typed. */
export function PageField(props: {
  page: number
  count: number
  onGo: (page: number) => void
}): ReactElement {
  const { page, count, onGo } = props
  const [text, setText] = useState(String(page))
  useEffect(() => setText(String(page)), [page])
  const go = () => {
    const number = Math.min(count, Math.max(1, Number.parseInt(text, 10) || page))
    setText(String(number))
    if (number !== page) onGo(number)
  }
  return (
    <form
      className="flex shrink-0 items-center gap-1.5 text-secondary"
      onSubmit={(event) => {
        event.preventDefault()
        go()
      }}
    >
      <input
        value={text}
        inputMode="numeric"
        aria-label={t('pageNumber')}
        onChange={(event) => setText(event.target.value.replace(/\D/g, ''))}
        onFocus={(event) => event.target.select()}
        onBlur={go}
        style={{ width: `${Math.max(2, String(count).length) + 1.5}ch` }}
        className="tabular h-7 rounded-s bg-field text-center outline-offset-0 max-md:text-[16px]"
      />
      <span className="tabular whitespace-nowrap text-mut">{t('ofPages', { count })}</span>
    </form>
  )
}
