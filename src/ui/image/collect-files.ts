/** Every file of a drop, folders flattened. Must be called within the event: the items die with it. */
export function filesOfDrop(transfer: DataTransfer): Promise<File[]> {
  const plain = Array.from(transfer.files)
  const entries = Array.from(transfer.items)
    .filter((item) => item.kind === 'file')
    .map((item) => item.webkitGetAsEntry?.() ?? null)
  if (!entries.some((entry) => entry?.isDirectory)) return Promise.resolve(plain)
  return Promise.all(entries.map((entry) => (entry ? filesBelow(entry) : []))).then((lists) => lists.flat())
}

async function filesBelow(entry: FileSystemEntry): Promise<File[]> {
  if (isFile(entry)) {
    // Hidden files of file managers (.DS_Store) are nobody's pictures.
    if (entry.name.startsWith('.')) return []
    return [await new Promise<File>((resolve, reject) => entry.file(resolve, reject))]
  }
  if (!isDirectory(entry)) return []
  const children = await allEntries(entry.createReader())
  const lists = await Promise.all(children.map(filesBelow))
  return lists.flat()
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

/** True where keystrokes and pastes belong to a field that text is written in. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target.isContentEditable || target instanceof HTMLTextAreaElement) return true
  if (!(target instanceof HTMLInputElement)) return false
  return !['checkbox', 'radio', 'range', 'button', 'color', 'file', 'submit'].includes(target.type)
}
