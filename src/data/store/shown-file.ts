import { clipText, shownName } from '#contracts/safe-name.ts'

/** A file under the name that is shown of it. */
export function underShownName(file: File): File {
  const name = clipText(shownName(file.name), 255)
  return name === file.name
    ? file
    : new File([file], name, { type: file.type, lastModified: file.lastModified })
}
