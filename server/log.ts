const LEVELS = { debug: 10, info: 20, warn: 30, error: 40, silent: 99 } as const
/** How much is written. */
export type LogLevel = keyof typeof LEVELS
type Fields = Record<string, string | number | boolean | null | undefined>

/** Writes one JSON object a line on stderr. Callers never pass tokens, codes or phone numbers. */
export interface Log {
  debug(event: string, fields?: Fields): void
  info(event: string, fields?: Fields): void
  warn(event: string, fields?: Fields): void
  error(event: string, fields?: Fields): void
}

/** A log that leaves out what is below `level`. */
export function createLog(level: LogLevel): Log {
  const writer = (name: Exclude<LogLevel, 'silent'>) => (event: string, fields?: Fields) => {
    if (LEVELS[name] < LEVELS[level]) return
    process.stderr.write(
      `${JSON.stringify({ time: new Date().toISOString(), level: name, event, ...fields })}\n`,
    )
  }
  return { debug: writer('debug'), info: writer('info'), warn: writer('warn'), error: writer('error') }
}

/** What may be logged of something thrown: its name, message and the top of its stack; never its cause's data. */
export function describeThrown(thrown: unknown): { error: string; at: string } {
  if (!(thrown instanceof Error)) return { error: String(thrown), at: '' }
  return {
    error: `${thrown.name}: ${thrown.message}`,
    at: thrown.stack?.split('\n').slice(1, 4).join(' ').trim() ?? '',
  }
}
