import { Button, Input, Switch, Tooltip } from 'antd'
import { type KeyboardEvent, useId, useRef } from 'react'
import { PICTURE_ACCEPT } from '#contracts/formats.ts'
import { OPS } from '#ops/index.ts'
import { isMobileDevice } from '#src/app/device.ts'
import { useHistory } from '#src/data/tasks/task-history.ts'
import type { LocalTask } from '#src/data/tasks/task-model.ts'
import { IconButton } from '#src/ui/antd/IconButton.tsx'
import { isEnter } from '#src/ui/enter-key.ts'
import { useTypedText } from '#src/ui/form/use-typed-text.ts'
import { Icon } from '#src/ui/Icon.tsx'
import { DropOverlay } from '#src/ui/image/DropOverlay.tsx'
import { Thumb } from '#src/ui/image/ImageInput.tsx'
import { LongPictures } from '#src/ui/image/LongPictures.tsx'
import { RefusalList } from '#src/ui/image/RefusalList.tsx'
import { ToolIcon } from '#src/ui/image/ToolIcon.tsx'
import { useDropPaste } from '#src/ui/image/use-drop-paste.ts'
import { Mark } from '#src/ui/Mark.tsx'
import { AwaitedNotice } from './AwaitedNotice.tsx'
import styles from './ChatWorkbench.module.css'
import type { WorkbenchProps } from './load-workbench.ts'
import { type Bench, useBench } from './use-bench.ts'
import { useStart } from './use-start.ts'

/** A conversation: questions, or changes to a picture in words. */
export default function ChatWorkbench({ tool }: WorkbenchProps) {
  const bench = useBench(tool)
  const history = useHistory(tool.id)
  const messages = history.tasks.toReversed()
  const { chosen, missing } = bench.place
  return (
    <div className={styles.chat}>
      <header className={styles.head}>
        <h1 className={styles.title}>{tool.title}</h1>
        <p className={styles.summary}>{tool.summary}</p>
      </header>
      <section className={styles.list} aria-label="对话">
        {messages.length > 0 && history.hasOlder ? (
          <Button type="text" block onClick={() => void history.loadOlder()}>
            更早的对话
          </Button>
        ) : null}
        {messages.length > 0 ? (
          <ol className={styles.messages}>
            {messages.map((task) => (
              <Exchange key={task.taskId} task={task} />
            ))}
          </ol>
        ) : (
          <Opening bench={bench} />
        )}
      </section>
      <div className={styles.dock}>
        {chosen ? null : <AwaitedNotice missing={missing} />}
        <RefusalList refusals={bench.intake.refusals} onDismiss={bench.intake.dismiss} />
        <LongPictures intake={bench.intake} />
        <Composer bench={bench} />
      </div>
    </div>
  )
}

function Opening({ bench }: { bench: Bench }) {
  const { tool, setParams } = bench
  return (
    <div className={styles.opening}>
      <Mark size={48} />
      <h2>{OPS[tool.op].output === 'text' ? '想问点什么？' : '想怎么改这张图？'}</h2>
      <ul className={styles.suggestions}>
        {(OPS[tool.op].look?.suggestions ?? []).map((text) => (
          <li key={text}>
            <button type="button" className={styles.suggestion} onClick={() => setParams({ prompt: text })}>
              {text}
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}

function Exchange({ task }: { task: LocalTask }) {
  const asked = typeof task.params.prompt === 'string' ? task.params.prompt : ''
  return (
    <li className={styles.exchange}>
      <p className={styles.asked}>{asked}</p>
      <div className={styles.answer}>
        {task.text ??
          (task.state === 'failed'
            ? `${task.error?.message ?? '回答失败'}，${task.error?.remedy ?? ''}`
            : task.step || '正在思考…')}
      </div>
    </li>
  )
}

function Composer({ bench }: { bench: Bench }) {
  const { tool, params, setParams, inputs } = bench
  const start = useStart(bench)
  const fieldId = useId()
  const thinkingId = useId()
  const file = useRef<HTMLInputElement>(null)
  const slot = tool.inputs[0]
  const attached = inputs.find((input) => input.role === slot?.role)
  const prompt = typeof params.prompt === 'string' ? params.prompt : ''
  const ready = bench.place.chosen !== undefined
  const hovering = useDropPaste((files, found) => slot && bench.add(slot, files, found))
  const send = () => {
    void start.start().then(() => setParams({ prompt: '' }))
  }
  const handleKey = (event: KeyboardEvent) => {
    if (!isEnter(event.nativeEvent) || event.shiftKey) return
    event.preventDefault()
    if (ready && !start.blocked) send()
  }
  return (
    <div className={styles.composer}>
      {slot ? <DropOverlay shown={hovering} target={slot.title} /> : null}
      {attached ? (
        <div className={styles.attached}>
          <Thumb file={attached.file} className={styles.thumb} />
          <span className={styles.fileName}>{attached.file.name}</span>
          <IconButton
            size="small"
            icon={<Icon name="close" size={16} />}
            onClick={() => bench.removeInputs([attached.id])}
            label={`移除 ${attached.file.name}`}
          />
        </div>
      ) : null}
      <label htmlFor={fieldId} className="visually-hidden">
        消息
      </label>
      <DraftText
        id={fieldId}
        value={prompt}
        onChange={(next) => setParams({ prompt: next })}
        onKeyDown={handleKey}
        placeholder={
          OPS[tool.op].output === 'text'
            ? isMobileDevice()
              ? '问规范、材料、方案…'
              : '问规范、材料、方案…（Shift + Enter 换行）'
            : '先附上图片，再说说怎么改…'
        }
      />
      <div className={styles.row}>
        {slot ? (
          <>
            <input
              ref={file}
              type="file"
              hidden
              tabIndex={-1}
              accept={PICTURE_ACCEPT}
              onChange={(event) => {
                bench.add(slot, Array.from(event.currentTarget.files ?? []))
                event.currentTarget.value = ''
              }}
            />
            <Button type="text" icon={<ToolIcon name="attach" />} onClick={() => file.current?.click()}>
              添加{slot.title}
            </Button>
          </>
        ) : null}
        {tool.fields.some((field) => field.key === 'thinking') ? (
          <span className={styles.thinking}>
            <Switch
              id={thinkingId}
              size="small"
              checked={params.thinking !== false}
              onChange={(on) => setParams({ thinking: on })}
            />
            <label htmlFor={thinkingId}>深度思考</label>
          </span>
        ) : null}
        <span className={styles.spring} />
        <Tooltip title={ready ? start.blocked : '等待接入引擎'}>
          <Button
            type="primary"
            shape="circle"
            icon={<ToolIcon name="send" />}
            disabled={!ready || start.blocked !== ''}
            loading={start.busy !== null}
            onClick={send}
            aria-label="发送"
          />
        </Tooltip>
      </div>
    </div>
  )
}

function DraftText(props: {
  id: string
  value: string
  onChange: (text: string) => void
  onKeyDown: (event: KeyboardEvent) => void
  placeholder: string
}) {
  const text = useTypedText(props.value, props.onChange)
  return (
    <Input.TextArea
      id={props.id}
      value={text.value}
      onChange={(event) => text.type(event.target.value)}
      onKeyDown={props.onKeyDown}
      placeholder={props.placeholder}
      variant="borderless"
      autoSize={{ minRows: 2, maxRows: 8 }}
      maxLength={8000}
    />
  )
}
