import { looksLikeIdCard } from './id-card.ts'

/** Numbers of bank cards, ISO/IEC 7812: the issuer's network, account and a Luhn check digit. */

/** Groups of digits; looked for at each one, as numbers beside it are no part of it. */
const GROUPS = /(?<![\d.a-z])(?=(\d{4,19}(?![\da-z])(?:[ -]\d{1,15}(?![\da-z])){0,5}))/g
const SHORTEST_GROUP = 4
/** A longer group is the whole number. */
const LONGEST_GROUP = 6
const LONGEST = 19

interface Network {
  readonly prefix: RegExp
  readonly lengths: readonly number[]
}
const NETWORKS: readonly Network[] = [
  // UnionPay
  { prefix: /^62|^81/, lengths: [16, 17, 18, 19] },
  // Visa
  { prefix: /^4/, lengths: [13, 16, 19] },
  // Mastercard
  { prefix: /^5[1-5]|^2(?:22[1-9]|2[3-9]|[3-6]|7[01]|720)/, lengths: [16] },
  // American Express
  { prefix: /^3[47]/, lengths: [15] },
  // JCB
  { prefix: /^35(?:2[89]|[3-8])/, lengths: [16, 17, 18, 19] },
  // Diners Club
  { prefix: /^3(?:0[0-5]|[689])/, lengths: [14] },
]

/** All numbers in a normalized text, as digits without separators. */
export function* bankCardsIn(text: string): Generator<string> {
  for (const [, groups = ''] of text.matchAll(GROUPS)) {
    let number = ''
    for (const group of groups.split(/[ -]/)) {
      number += group
      if (number.length > LONGEST) break
      if (isBankCard(number)) yield number
      // Only the last group may be shorter.
      if (group.length < SHORTEST_GROUP || group.length > LONGEST_GROUP) break
    }
  }
}

export const isBankCard = (number: string): boolean =>
  NETWORKS.some(({ prefix, lengths }) => lengths.includes(number.length) && prefix.test(number)) &&
  isLuhn(number) &&
  !isRepeated(number) &&
  // Those of Gansu begin like UnionPay's, and one in ten passes its check.
  !looksLikeIdCard(number)

function isLuhn(number: string): boolean {
  let sum = 0
  for (let at = number.length - 1, doubled = false; at >= 0; at--, doubled = !doubled) {
    const digit = Number(number[at])
    sum += doubled && digit > 4 ? 2 * digit - 9 : doubled ? 2 * digit : digit
  }
  return sum % 10 === 0
}

/** A placeholder, such as 4444 4444 4444 4448. */
const isRepeated = (number: string): boolean => new Set(number.slice(0, -1)).size === 1
