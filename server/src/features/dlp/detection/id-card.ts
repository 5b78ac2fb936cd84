/** Numbers of Chinese identity cards, GB 11643-1999: region, date of birth, sequence and check character. */

/** The eighteen characters, which may be in groups; looked for at each digit, as numbers before it are no part of it. */
const CANDIDATE = /(?<![\d.])(?=([1-9](?:[ -]?\d){16}[ -]?[\dx](?!\d)))/g
const WEIGHTS = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]
const CHECK_CHARACTERS = '10x98765432'
/** First two digits: provinces, Taiwan, Hong Kong, Macau, and residence permits of those three. */
const REGIONS = new Set(
  '11 12 13 14 15 21 22 23 31 32 33 34 35 36 37 41 42 43 44 45 46 50 51 52 53 54 61 62 63 64 65 71 81 82 83 91'.split(
    ' ',
  ),
)
const FIRST_YEAR = 1900

/** All numbers in a normalized text, as digits without separators. */
export function* idCardsIn(text: string): Generator<string> {
  for (const [, candidate = ''] of text.matchAll(CANDIDATE)) {
    const number = candidate.replace(/[ -]/g, '')
    if (isIdCard(number)) yield number
  }
}

const isIdCard = (number: string): boolean => looksLikeIdCard(number) && checkCharacter(number) === number[17]

/** By region and date, also with a wrong check character. */
export const looksLikeIdCard = (number: string): boolean =>
  /^\d{17}[\dx]$/.test(number) && REGIONS.has(number.slice(0, 2)) && isDate(number.slice(6, 14))

function checkCharacter(number: string): string | undefined {
  const sum = WEIGHTS.reduce((total, weight, at) => total + weight * Number(number[at]), 0)
  return CHECK_CHARACTERS[sum % CHECK_CHARACTERS.length]
}

function isDate(digits: string): boolean {
  const [year, month, day] = [digits.slice(0, 4), digits.slice(4, 6), digits.slice(6)].map(Number) as [
    number,
    number,
    number,
  ]
  const date = new Date(Date.UTC(year, month - 1, day))
  return (
    year >= FIRST_YEAR &&
    date.getTime() <= Date.now() &&
    date.getUTCMonth() === month - 1 &&
    date.getUTCDate() === day
  )
}
