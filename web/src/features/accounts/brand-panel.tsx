import type { ReactElement } from 'react'
import { FileIcon } from '../../ui/file-icon.tsx'
import { Logo } from '../../ui/logo.tsx'
import { t } from './brand-strings.ts'
import { useProductName } from './product.ts'

/** The black half of the sign-in page: what the product is for. Black and red in every skin, as the brand is. */
export function BrandPanel(): ReactElement {
  const product = useProductName()
  return (
    <aside className="relative isolate flex w-[39%] min-w-[440px] flex-col overflow-hidden bg-[#121214] px-14 pt-12 pb-12 text-white max-lg:hidden">
      <Rings />
      <p className="flex items-center gap-3 text-page font-semibold">
        <Logo size={34} />
        {product}
      </p>
      <div className="mt-auto">
        <p className="text-[34px] leading-[46px] font-semibold whitespace-pre-line">{t('slogan')}</p>
        <p className="mt-4 max-w-[390px] text-section leading-6 text-balance whitespace-pre-line text-[#b9bbc2]">
          {t('sloganText')}
        </p>
        <ul className="mt-9 overflow-hidden rounded-l border border-white/14 bg-white/6 backdrop-blur-sm">
          <Benefit
            icon={<FileIcon ext="mp4" />}
            name={t('benefitResume')}
            note={t('benefitResumeNote')}
            bar="w-[62%] bg-[#2f6df0]"
          />
          <Benefit
            icon={<FileIcon ext="pptx" />}
            name={t('benefitVerified')}
            note={t('benefitVerifiedNote')}
            bar="w-full bg-[#16874c]"
          />
          <Benefit icon={<FileIcon folder />} name={t('benefitTrash')} note={t('benefitTrashNote')} />
        </ul>
        <p className="mt-9 text-caption text-[#8a8d96]">
          © {new Date().getFullYear()} {product}
        </p>
      </div>
    </aside>
  )
}

function Benefit(props: { icon: ReactElement; name: string; note: string; bar?: string }): ReactElement {
  const { icon, name, note, bar } = props
  return (
    <li className="flex min-h-[54px] items-center gap-3 border-b border-white/10 px-4 py-3 last:border-b-0">
      {icon}
      <div className="min-w-0 flex-1">
        <p className="flex items-baseline justify-between gap-3">
          <span className="truncate text-secondary">{name}</span>
          <span className="text-secondary text-[#b9bbc2]">{note}</span>
        </p>
        {bar && (
          <span aria-hidden className="mt-1.5 block h-1 overflow-hidden rounded-full bg-white/15">
            <span className={`block h-full rounded-full ${bar}`} />
          </span>
        )}
      </div>
    </li>
  )
}

/** Quiet circles around a red glow in the lower right corner. */
function Rings(): ReactElement {
  return (
    <svg
      aria-hidden
      viewBox="0 0 560 900"
      preserveAspectRatio="xMaxYMax slice"
      className="absolute inset-0 -z-1 size-full"
    >
      <defs>
        <radialGradient id="glow" cx="450" cy="900" r="560" gradientUnits="userSpaceOnUse">
          <stop offset="0" stopColor="#8a1720" />
          <stop offset=".45" stopColor="#3d1216" />
          <stop offset="1" stopColor="#121214" stopOpacity="0" />
        </radialGradient>
      </defs>
      <rect width="560" height="900" fill="url(#glow)" />
      <g fill="none" stroke="#fff" strokeOpacity=".07">
        {[120, 200, 280, 360, 440].map((radius) => (
          <circle key={radius} cx="450" cy="760" r={radius} />
        ))}
      </g>
    </svg>
  )
}
