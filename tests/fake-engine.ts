/**
 * Starts a server that behaves as a ComfyUI with all models does, without any: its pictures are of one colour. For
 * working on what has to do with engines: `npm run fake-engine`, then start the app with the address that it prints.
 */
import { FakeComfyUi } from './support/fake-comfyui.ts'

const PORT = 8188
/** Long enough to watch it, ms. */
const JOB_MS = 4000

const fake = await new FakeComfyUi({ jobMs: JOB_MS }).start(PORT)
process.stdout.write(`假的 ComfyUI 已启动。另开一个终端：COMFYUI_URL=${fake.address} npm start\n`)
