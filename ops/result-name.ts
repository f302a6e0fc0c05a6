import { outputName } from '#contracts/file-names.ts'
import { OPS, type OpId } from './index.ts'

/**
 * Name of a result, wherever it was made: `stem_抠图.png`.
 * @param source name of the picture that it was made of
 * @param title what it is called among several
 */
export function resultName(op: OpId, source: string, type: string, title = ''): string {
  const main = OPS[op].title
  return outputName(source, title ? `${main}-${title.trim()}` : main, type)
}
