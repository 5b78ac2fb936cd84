/** What the sign-in page shows between the password and the drive, by app. */
export interface SignInStepProps {
  /** The session is complete. */
  onDone: () => void
  /** Back to the form as nobody. */
  onOtherAccount: () => void
}
