/** What a session still needs before it may do anything: its person's second factor, or that one is set up. */
export const SIGN_IN_STEPS = ['secondFactor', 'secondFactorSetup'] as const
export type SignInStep = (typeof SIGN_IN_STEPS)[number]
