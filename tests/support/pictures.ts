import { deflateSync } from 'node:zlib'
import sharp from 'sharp'

/** A room's corner with a red armchair: something that a cut-out finds. */
export async function armchairPhoto(
  width = 768,
  height = 768,
  format: 'jpeg' | 'png' = 'jpeg',
): Promise<Buffer> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 768 768">
    <defs>
      <linearGradient id="wall" x2="0" y2="1"><stop stop-color="#e9e4da"/><stop offset="1" stop-color="#d8d0c2"/></linearGradient>
      <linearGradient id="seat" x2="0" y2="1"><stop stop-color="#c8452d"/><stop offset="1" stop-color="#8c2a1a"/></linearGradient>
    </defs>
    <rect width="768" height="768" fill="url(#wall)"/><rect y="560" width="768" height="208" fill="#b99b74"/>
    <ellipse cx="384" cy="672" rx="230" ry="28" fill="#000" opacity=".25"/>
    <rect x="210" y="210" width="348" height="300" rx="70" fill="url(#seat)"/>
    <rect x="150" y="360" width="90" height="230" rx="40" fill="#a8361f"/><rect x="528" y="360" width="90" height="230" rx="40" fill="#a8361f"/>
    <rect x="225" y="430" width="318" height="120" rx="36" fill="#d75a40"/><rect x="200" y="540" width="368" height="70" rx="20" fill="#8c2a1a"/>
    <rect x="215" y="605" width="24" height="66" fill="#3a2a1e"/><rect x="529" y="605" width="24" height="66" fill="#3a2a1e"/>
  </svg>`
  return sharp(Buffer.from(svg)).flatten({ background: '#fff' }).toFormat(format, { quality: 92 }).toBuffer()
}

/** A plain grey picture: nothing to cut out. */
export function plainPhoto(width = 256, height = 256): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: '#808080' } })
    .png()
    .toBuffer()
}

function crcTable(): Uint32Array {
  return Uint32Array.from({ length: 256 }, (_, n) => {
    let c = n
    for (let k = 0; k < 8; k++) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1
    return c >>> 0
  })
}
const CRC = crcTable()

function pngChunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  let crc = 0xffffffff
  for (const byte of body) crc = (CRC[(crc ^ byte) & 255] as number) ^ (crc >>> 8)
  const chunk = Buffer.alloc(body.length + 8)
  chunk.writeUInt32BE(data.length, 0)
  body.copy(chunk, 4)
  chunk.writeUInt32BE((crc ^ 0xffffffff) >>> 0, body.length + 4)
  return chunk
}

/** A valid 1-bit PNG of any size, small in the file however large in pixels. */
export function hugePng(width: number, height: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header[8] = 1
  const rows = Buffer.alloc((Math.ceil(width / 8) + 1) * height)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(rows, { level: 9 })),
    pngChunk('IEND', new Uint8Array()),
  ])
}

/** First bytes of an iPhone photo. */
export function heicHeader(): Buffer {
  const box = Buffer.alloc(64)
  box.writeUInt32BE(24, 0)
  box.write('ftypheic', 4, 'latin1')
  box.write('mif1heic', 16, 'latin1')
  return box
}
