import { Button } from 'antd'
import type { InputSlot } from '#src/tools/tool.ts'
import { Icon } from '#src/ui/Icon.tsx'
import { useFilePicker, useFolderPicker } from '#src/ui/image/file-picker.tsx'
import { ToolIcon } from '#src/ui/image/ToolIcon.tsx'
import { OP_ICONS } from '#src/ui/op-icon.ts'
import styles from './Canvas.module.css'
import { SamplePicker } from './SamplePicker.tsx'
import type { Bench } from './use-bench.ts'
import { usePicturePicker } from './use-picture-picker.tsx'

/** Nothing to work on yet: the ways to bring a picture in, and samples to try the tool with. */
export function EmptyCanvas({ bench }: { bench: Bench }) {
  const main = bench.tool.inputs[0]
  if (main) return <Invitation bench={bench} main={main} />
  return (
    <div className={styles.empty}>
      <div className={styles.invite} data-plain>
        <span className={styles.plate}>
          <Icon name={OP_ICONS[bench.tool.op]} size={36} />
        </span>
        <p className={styles.lead}>写下想要的画面</p>
        <p className={styles.sub}>结果会出现在这里，并留在历史里</p>
      </div>
    </div>
  )
}

function Invitation({ bench, main }: { bench: Bench; main: InputSlot }) {
  const { tool, add } = bench
  const files = useFilePicker(main, (added) => add(main, added))
  const earlier = usePicturePicker(bench, main)
  const folder = useFolderPicker(main, (added, found) => add(main, added, found))
  return (
    <div className={styles.empty}>
      <div className={styles.invite}>
        <span className={styles.plate}>
          <Icon name={OP_ICONS[tool.op]} size={36} />
        </span>
        <p className={styles.lead}>
          <span className={styles.pointer}>把{main.title}拖到这里</span>
          <span className={styles.touch}>添加{main.title}</span>
        </p>
        <p className={styles.sub}>
          <span className={styles.pointer}>
            {main.drawings ? 'DXF、SVG、PDF 或图片；' : ''}也可以 <kbd>Ctrl</kbd> <kbd>V</kbd> 粘贴
            {main.max > 1 ? '，或拖入整个文件夹、ZIP' : ''}
          </span>
          <span className={styles.touch}>{main.hint}</span>
        </p>
        <div className={styles.ways}>
          <Button icon={<Icon name="image" size={18} />} onClick={files.open} className={styles.way}>
            {main.kind === 'model' ? '选择模型' : main.drawings ? '选择图纸' : '选择图片'}
          </Button>
          {main.kind === 'image' && main.max > 1 ? (
            <Button icon={<Icon name="folder" size={18} />} onClick={folder.open} className={styles.folder}>
              选择文件夹
            </Button>
          ) : null}
          {main.kind === 'image' ? (
            <Button icon={<Icon name="tasks" size={18} />} onClick={earlier.open} className={styles.way}>
              从作品选
            </Button>
          ) : null}
          {main.kind === 'image' ? (
            <Button icon={<ToolIcon name="camera" />} onClick={files.shoot} className={styles.shoot}>
              拍照
            </Button>
          ) : null}
        </div>
        {files.element}
        {folder.element}
      </div>
      {earlier.element}
      {main.kind === 'image' ? <SamplePicker bench={bench} slot={main} /> : null}
    </div>
  )
}
