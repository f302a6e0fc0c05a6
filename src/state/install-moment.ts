/** What is known when the app might offer to be installed. */
export interface InstallFacts {
  installed: boolean
  /** The browser can install with one click, or this is Safari on iOS, where the user can. */
  possible: boolean
  /** The user closed the offer once. */
  dismissed: boolean
  visits: number
  /** A task of this device has come out well. */
  hasResult: boolean
}

/** Whether this is a good moment to offer the installation: the app has proven its worth, and nobody said no. */
export function isInstallMoment({
  installed,
  possible,
  dismissed,
  visits,
  hasResult,
}: InstallFacts): boolean {
  return !installed && possible && !dismissed && (visits >= 2 || hasResult)
}

/** Whether this is an iPhone or iPad, whose Safari installs by the share sheet alone. iPads call themselves Macs. */
export function isAppleTouch({
  userAgent,
  maxTouchPoints,
}: {
  userAgent: string
  maxTouchPoints: number
}): boolean {
  return /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1)
}
