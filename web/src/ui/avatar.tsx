import type { ReactElement } from 'react'

/** White text has a contrast of at least 5:1 on each. */
const COLORS = ['#8a5a1c', '#9c3f7a', '#6d4fb3', '#2b6a9e', '#1f7454', '#a3442f', '#55637a', '#7a6420']

/** First character of a Chinese name, initials of others. */
export function initialsOf(name: string): string {
  const trimmed = name.trim()
  if (/\p{Script=Han}/u.test(trimmed)) return [...trimmed][0] ?? ''
  const parts = trimmed.split(/[\s._-]+/).filter(Boolean)
  return parts
    .slice(0, 2)
    .map((word) => [...word][0]?.toUpperCase() ?? '')
    .join('')
}

/** The background colour of a name; always the same. */
export function colorOf(name: string): string | undefined {
  const hash = [...name].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973, 7)
  return COLORS[hash % COLORS.length]
}

export function Avatar({ name, size = 30 }: { name: string; size?: number }): ReactElement {
  return (
    <span
      aria-hidden
      data-initials={initialsOf(name)}
      className="inline-flex shrink-0 items-center justify-center rounded-full font-medium text-white select-none before:content-[attr(data-initials)]"
      style={{
        width: size,
        height: size,
        fontSize: Math.max(11, size * 0.42),
        background: colorOf(name),
      }}
    />
  )
}
