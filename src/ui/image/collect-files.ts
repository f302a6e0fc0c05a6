import { isDrawingName, isPictureName } from '#contracts/formats.ts'

/** What a drop, a paste or a folder gave. */
export interface Collected {
  files: File[]
  /** Files of folders that are no pictures: nobody chose them one by one, so they are counted, not listed. */
  skipped: number
  /** Names of entries that the system would not open. */
  unreadable: string[]
  /** Addresses of pictures, where there were links in the place of files. */
  links?: readonly string[]
}

/** Files taken out of folders by one drop: far more than a batch holds, and an end to a whole disk. */
const MOST_FOUND = 3000
const inOrder = new Intl.Collator('zh-CN', { numeric: true })

/** A picture or a zip of them, or a drawing where these are taken, by its name: folders hold much else (.DS_Store, Thumbs.db). */
const isWanted = (name: string, drawings: boolean) =>
  !name.startsWith('.') && (isPictureName(name) || /\.zip$/i.test(name) || (drawings && isDrawingName(name)))

/** Every file of a drop, folders flattened. Must be called within the event: the items die with it. @param drawings takes drawings out of folders too */
export async function filesOfDrop(transfer: DataTransfer, drawings = false): Promise<Collected> {
  const found: Collected = { files: [], skipped: 0, unreadable: [] }
  const plain = Array.from(transfer.files)
  const entries = Array.from(transfer.items)
    .filter((item) => item.kind === 'file')
    .map((item) => item.webkitGetAsEntry?.() ?? null)
  if (!entries.some((entry) => entry?.isDirectory)) return { ...found, files: plain }
  for (const entry of entries) if (entry) await collect(entry, found, drawings, false)
  return found
}

/** Files of `<input webkitdirectory>`, in the order in which people number their pictures. */
export function filesOfFolder(list: Iterable<File>, drawings = false): Collected {
  const all = [...list].sort((a, b) => inOrder.compare(a.webkitRelativePath, b.webkitRelativePath))
  const files = all.filter((file) => isWanted(file.name, drawings))
  return { files, skipped: all.length - files.length, unreadable: [] }
}

/** Adds what lies at and below an entry. @param below whether it was found in a folder, not dropped itself */
async function collect(
  entry: FileSystemEntry,
  found: Collected,
  drawings: boolean,
  below: boolean,
): Promise<void> {
  if (found.files.length >= MOST_FOUND) return
  try {
    if (isFile(entry)) {
      if (below && !isWanted(entry.name, drawings)) found.skipped++
      else found.files.push(await new Promise<File>((resolve, reject) => entry.file(resolve, reject)))
    } else if (isDirectory(entry)) {
      const children = await allEntries(entry.createReader())
      children.sort((a, b) => inOrder.compare(a.name, b.name))
      for (const child of children) await collect(child, found, drawings, true)
    }
  } catch {
    // Gone, locked or not allowed: the others are taken, and this one is named.
    found.unreadable.push(entry.name)
  }
}

/** A reader hands out at most a hundred entries a call, and an empty list at the end. */
async function allEntries(reader: FileSystemDirectoryReader): Promise<FileSystemEntry[]> {
  const found: FileSystemEntry[] = []
  for (;;) {
    const batch = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    )
    if (batch.length === 0) return found
    found.push(...batch)
  }
}

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile
const isDirectory = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory

/** Files of a paste; pictures copied from a page have no name of their own and get one. */
export function filesOfPaste(data: DataTransfer | null): File[] {
  const files = Array.from(data?.files ?? [])
  return files.map((file, index) => {
    if (file.name && file.name !== 'image.png') return file
    const extension = file.type.split('/')[1] ?? 'png'
    return new File([file], `剪贴板${index ? index + 1 : ''}.${extension}`, { type: file.type })
  })
}

/** Most links of one drop or paste. */
const MOST_LINKS = 50

/** Addresses in a text that holds nothing else, one a line; comments of a list (#) aside. */
function addressesIn(text: string): string[] {
  const lines = text.split(/\r?\n/).map((line) => line.trim())
  const said = lines.filter((line) => line && !line.startsWith('#'))
  return said.every((line) => /^(https?:\/\/|data:image\/)\S+$/i.test(line) && URL.canParse(line)) ? said : []
}

/**
 * Addresses of what was dragged out of another page, or copied as text: the pictures of a piece of a page, which a link
 * may lead elsewhere from, or else the links themselves. Must be called within the event.
 */
export function linksOf(data: DataTransfer | null): string[] {
  if (!data || data.files.length > 0) return []
  const page = new DOMParser().parseFromString(data.getData('text/html'), 'text/html')
  const pictures = Array.from(page.images, ({ src }) => src).filter((src) => addressesIn(src).length > 0)
  const links = addressesIn(data.getData('text/uri-list') || data.getData('text/plain'))
  const isText = pictures.length > 0 && links.length === 0 && page.body.textContent?.trim() !== ''
  return isText ? [] : [...new Set(pictures.length > 0 ? pictures : links)].slice(0, MOST_LINKS)
}

/** True where keystrokes and pastes belong to a field that text is written in. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target.isContentEditable || target instanceof HTMLTextAreaElement) return true
  if (!(target instanceof HTMLInputElement)) return false
  return !['checkbox', 'radio', 'range', 'button', 'color', 'file', 'submit'].includes(target.type)
}
