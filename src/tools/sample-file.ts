/**
 * One of the project's pictures as a file, as if the user had picked it.
 * @param title what it shows, for its name
 * @throws Error when it can be read neither from the network nor from this device
 */
export async function sampleFile(title: string, path: string): Promise<File> {
  const answer = await fetch(path)
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`)
  const blob = await answer.blob()
  return new File([blob], `示例_${title}.webp`, { type: blob.type })
}
