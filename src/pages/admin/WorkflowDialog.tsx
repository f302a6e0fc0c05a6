import { Button, Input } from 'antd'
import { type ChangeEvent, useId, useRef, useState } from 'react'
import type { EngineEntry } from '#contracts/engines.ts'
import { AppError } from '#contracts/errors.ts'
import { WORKFLOW_BYTES, type WorkflowEntry, type WorkflowForm, zWorkflowForm } from '#contracts/workflows.ts'
import { OPS, type OpId, zOpId } from '#ops/index.ts'
import { faultOf, guessWorkflow, NO_SERIES, readWorkflow, WORKFLOW_OPS } from '#ops/own-workflow.ts'
import { changeWorkflows } from '#src/data/admin/workflows.ts'
import { toast } from '#src/state/toasts.ts'
import { Dialog } from '#src/ui/Dialog.tsx'
import fields from '#src/ui/dialog-form.module.css'
import { ErrorNote } from '#src/ui/ErrorNote.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import { TrialView, useTrial } from './trial.tsx'
import { WorkflowBindings } from './WorkflowBindings.tsx'
import styles from './Workflows.module.css'

const OPTIONS = WORKFLOW_OPS.map((op) => ({ value: op, label: OPS[op].title }))

/** Chooses the op that a workflow is of. */
function OpChoice({ op, onChange }: { op: OpId; onChange: (op: OpId) => void }) {
  return (
    <label className={fields.field}>
      <span>它是哪种操作</span>
      <select
        className={styles.select}
        value={op}
        onChange={(event) => onChange(zOpId.parse(event.target.value))}
      >
        {OPTIONS.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
        <option disabled>{NO_SERIES}</option>
      </select>
    </label>
  )
}

/** Adds a workflow, or changes one: reading it, binding its inputs, trying it, keeping it. */
export function WorkflowDialog({
  entry,
  engines,
  onClose,
}: {
  entry: WorkflowEntry | null
  /** Those that it can be tried on. */
  engines: readonly EngineEntry[]
  onClose: () => void
}) {
  const [form, setForm] = useState<WorkflowForm | null>(entry?.form ?? null)
  return (
    <Dialog title={entry ? `编辑“${entry.form.title}”` : '添加工作流'} onClose={onClose} wide>
      {form ? (
        <WorkflowEditor {...{ id: entry?.id ?? null, form, setForm, engines, onClose }} />
      ) : (
        <WorkflowReader onRead={setForm} onClose={onClose} />
      )}
    </Dialog>
  )
}

function WorkflowReader({ onRead, onClose }: { onRead: (form: WorkflowForm) => void; onClose: () => void }) {
  const [op, setOp] = useState<OpId>('render')
  const [text, setText] = useState('')
  const [error, setError] = useState<unknown>(null)
  const file = useRef<HTMLInputElement>(null)
  const textId = useId()
  const handleFile = async (event: ChangeEvent<HTMLInputElement>) => {
    const [picked] = event.target.files ?? []
    event.target.value = ''
    if (!picked) return
    const isLarge = picked.size > WORKFLOW_BYTES
    setError(isLarge ? new AppError('WORKFLOW_LARGE') : null)
    if (!isLarge) setText(await picked.text())
  }
  const handleRead = () => {
    try {
      onRead(guessWorkflow(readWorkflow(text), op))
    } catch (thrown) {
      setError(thrown)
    }
  }
  return (
    <div className={fields.form}>
      <OpChoice op={op} onChange={setOp} />
      <div className={fields.field}>
        <label htmlFor={textId}>工作流（API 格式）</label>
        <Input.TextArea
          id={textId}
          value={text}
          onChange={(event) => setText(event.target.value)}
          rows={8}
          spellCheck={false}
          placeholder='{"1": {"class_type": "…", "inputs": {…}}, …}'
          className={styles.text}
        />
        <small className={fields.note}>
          在 ComfyUI 的“设置”里打开“开发者模式”，再用菜单里的“导出(API)”；贴上内容，或选择存下的文件。
        </small>
      </div>
      {error !== null && <ErrorNote error={error} />}
      <div className={fields.actions}>
        <input
          ref={file}
          type="file"
          accept=".json,application/json"
          hidden
          aria-label="工作流文件"
          onChange={(event) => void handleFile(event)}
        />
        <Button icon={<Icon name="upload" size={18} />} onClick={() => file.current?.click()}>
          选择文件
        </Button>
        <Button onClick={onClose}>取消</Button>
        <Button type="primary" disabled={text.trim() === ''} onClick={handleRead}>
          读取
        </Button>
      </div>
    </div>
  )
}

function WorkflowEditor({
  id,
  form,
  setForm,
  engines,
  onClose,
}: {
  id: string | null
  form: WorkflowForm
  setForm: (form: WorkflowForm) => void
  engines: readonly EngineEntry[]
  onClose: () => void
}) {
  const [error, setError] = useState<unknown>(null)
  const [busy, setBusy] = useState(false)
  const [size, setSize] = useState(String(form.megapixels))
  const [engineId, setEngineId] = useState(engines[0]?.id ?? '')
  const { trial, error: trialError, isRunning, start, stop } = useTrial()
  const op = zOpId.parse(form.op)
  const set = (part: Partial<WorkflowForm>) => setForm({ ...form, ...part })
  const handleOp = (next: OpId) => {
    const guessed = guessWorkflow(form.prompt, next)
    setForm({ ...guessed, title: form.title })
    setSize(String(guessed.megapixels))
  }
  /** The form if it can be used; otherwise what is wrong is shown. */
  const checked = (title: string): WorkflowForm | null => {
    const parsed = zWorkflowForm.safeParse({ ...form, title })
    const fault = parsed.success ? faultOf(parsed.data) : null
    if (parsed.success && !fault) return parsed.data
    const wrong = parsed.success ? fault?.words : WRONG[String(parsed.error.issues[0]?.path[0])]
    setError(new AppError('WORKFLOW_UNFIT', wrong ?? '请检查填写的内容'))
    return null
  }
  const handleTrial = () => {
    setError(null)
    const workflow = checked(form.title.trim() || '试跑')
    if (workflow) start({ id: engineId, op, workflow })
  }
  const handleSave = async () => {
    setError(null)
    const workflow = checked(form.title)
    if (!workflow) return
    setBusy(true)
    try {
      await changeWorkflows('adminSaveWorkflow', { id, form: workflow })
      toast('success', '已保存，工具里可以选它了')
      onClose()
    } catch (thrown) {
      setError(thrown)
      setBusy(false)
    }
  }
  return (
    <div className={fields.form}>
      <div className={styles.pair}>
        <TextField
          title="名称"
          value={form.title}
          placeholder="显示在工具里，例如：公司白模渲染"
          onChange={(title) => set({ title })}
        />
        <OpChoice op={op} onChange={handleOp} />
      </div>
      <WorkflowBindings form={form} op={op} onChange={set} />
      <div className={styles.pair}>
        <TextField title="总是带上的词（可以不填）" value={form.words} onChange={(words) => set({ words })} />
        <label className={fields.field}>
          <span>模型读的语言</span>
          <select
            className={styles.select}
            value={form.language}
            onChange={(event) => set({ language: event.target.value === 'zh' ? 'zh' : 'en' })}
          >
            <option value="en">英文（SDXL、Flux 等）</option>
            <option value="zh">中文（Qwen、Z-Image、Wan 等）</option>
          </select>
        </label>
        <TextField
          title="画面约多少百万像素"
          value={size}
          isNumber
          onChange={(text) => {
            setSize(text)
            set({ megapixels: Number(text) })
          }}
        />
        <label className={fields.choice}>
          <input
            type="checkbox"
            checked={form.isFirst}
            onChange={(event) => set({ isFirst: event.target.checked })}
          />
          首选：用户没有指定时先用它
        </label>
      </div>
      {trial && <TrialView title="工作流" trial={trial} />}
      {trialError !== null && <ErrorNote error={trialError} />}
      {error !== null && <ErrorNote error={error} />}
      <div className={fields.actions}>
        {engines.length > 1 && (
          <select
            className={styles.select}
            aria-label="在哪个引擎上测试"
            value={engineId}
            onChange={(event) => setEngineId(event.target.value)}
          >
            {engines.map((engine) => (
              <option key={engine.id} value={engine.id}>
                {engine.title}
              </option>
            ))}
          </select>
        )}
        {isRunning ? (
          <Button icon={<Icon name="stop" size={18} />} onClick={stop}>
            停止测试
          </Button>
        ) : (
          <Button icon={<Icon name="play" size={18} />} disabled={engineId === ''} onClick={handleTrial}>
            {engineId === '' ? '没有可用的 ComfyUI，不能测试' : '测试'}
          </Button>
        )}
        <Button type="primary" loading={busy} onClick={() => void handleSave()}>
          保存
        </Button>
      </div>
    </div>
  )
}

function TextField({
  title,
  value,
  onChange,
  placeholder,
  isNumber = false,
}: {
  title: string
  value: string
  onChange: (value: string) => void
  placeholder?: string
  isNumber?: boolean
}) {
  return (
    <label className={fields.field}>
      <span>{title}</span>
      <span className={fields.box}>
        <input
          inputMode={isNumber ? 'decimal' : undefined}
          autoComplete="off"
          placeholder={placeholder}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      </span>
    </label>
  )
}

const WRONG: Readonly<Record<string, string>> = {
  title: '请给它起个名字，至多 40 字',
  words: '总是带上的词至多 2000 字',
  megapixels: '画面在 0.05 到 8 百万像素之间',
  bind: '绑定里有不是数字的值',
}
