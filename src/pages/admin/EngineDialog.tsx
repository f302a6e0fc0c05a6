import { Button } from 'antd'
import { type FormEvent, type ReactNode, useId, useState } from 'react'
import {
  ENGINE_KINDS,
  type EngineEntry,
  type EngineForm,
  type EngineKind,
  zEngineForm,
} from '#contracts/engines.ts'
import { changeEngines } from '#src/data/admin/engines.ts'
import { toast } from '#src/state/toasts.ts'
import { Dialog } from '#src/ui/Dialog.tsx'
import fields from '#src/ui/dialog-form.module.css'
import { ErrorNote } from '#src/ui/ErrorNote.tsx'
import styles from './Engines.module.css'

const KINDS = Object.keys(ENGINE_KINDS) as EngineKind[]

interface Draft {
  kind: EngineKind
  title: string
  address: string
  /** '' is no key, or with one that is stored, that one. */
  key: string
  imageModel: string
  videoModel: string
  visionModel: string
  chatModel: string
  slots: string
  timeLimitS: string
  isOutside: boolean
}

const freshDraft = (kind: EngineKind): Draft => ({
  ...{ kind, title: '', address: '', key: '' },
  ...{ imageModel: '', videoModel: '', visionModel: '', chatModel: '' },
  slots: String(ENGINE_KINDS[kind].defaultSlots),
  timeLimitS: String(ENGINE_KINDS[kind].defaultLimitS),
  isOutside: kind !== 'comfyui',
})

type ModelName = 'imageModel' | 'videoModel'
/** Models that kinds of services are told, each with its name and an example. */
const MODELS: Readonly<Record<EngineKind, Partial<Record<ModelName, string>>>> = {
  comfyui: {},
  openai: { imageModel: 'gpt-image-1' },
  dashscope: { imageModel: 'wan2.2-t2i-flash', videoModel: 'wan2.5-t2v-preview, wan2.5-i2v-preview' },
  ark: { videoModel: 'doubao-seedance-1-0-pro-250528' },
}
const MODEL_TITLES: Readonly<Record<ModelName, string>> = {
  imageModel: '生成图片的模型',
  videoModel: '生成视频的模型',
}
const modelsOf = (kind: EngineKind) => Object.entries(MODELS[kind]) as [ModelName, string][]

function draftOf({ form }: EngineEntry): Draft {
  if (!form) return freshDraft('comfyui')
  return { ...form, key: '', slots: String(form.slots), timeLimitS: String(form.timeLimitS) }
}

const WRONG: Readonly<Record<string, string>> = {
  title: '请给它起个名字，至多 40 字',
  address: '地址要以 http:// 或 https:// 开头；账号与密码填在密钥一栏',
  key: '密钥过长',
  slots: '同时任务数在 1 到 16 之间',
  timeLimitS: '时限在 10 到 86400 秒之间',
}

function check(draft: Draft, hasKey: boolean): { form: EngineForm } | { field: string; words: string } {
  const models = modelsOf(draft.kind)
  const [first] = models
  if (first && models.every(([name]) => !draft[name].trim()))
    return { field: first[0], words: `请填写${MODEL_TITLES[first[0]]}，例如 ${first[1]}` }
  const title = draft.title.trim() || ENGINE_KINDS[draft.kind].title
  const parsed = zEngineForm.safeParse({
    ...draft,
    title,
    address: draft.address.trim(),
    key: draft.key === '' && hasKey ? null : draft.key,
    slots: Number(draft.slots),
    timeLimitS: Number(draft.timeLimitS),
  })
  if (parsed.success) return { form: parsed.data }
  const field = String(parsed.error.issues[0]?.path[0] ?? '')
  return { field, words: WRONG[field] ?? '请检查填写的内容' }
}

/** Connects an engine, or changes one. */
export function EngineDialog({ entry, onClose }: { entry: EngineEntry | null; onClose: () => void }) {
  const [draft, setDraft] = useState(() => (entry ? draftOf(entry) : freshDraft('comfyui')))
  const [wrong, setWrong] = useState<{ field: string; words: string } | null>(null)
  const [error, setError] = useState<unknown>(null)
  const [busy, setBusy] = useState(false)
  const hasKey = entry?.hasKey ?? false
  const isOpenAi = draft.kind === 'openai'
  const isService = draft.kind !== 'comfyui'
  const set = (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part }))
  const handleSubmit = async (event: FormEvent) => {
    event.preventDefault()
    const checked = check(draft, hasKey)
    setWrong('form' in checked ? null : checked)
    if (!('form' in checked)) return
    setBusy(true)
    setError(null)
    try {
      const { form } = checked
      if (entry) await changeEngines('adminChangeEngine', { id: entry.id, form })
      else await changeEngines('adminAddEngine', { form })
      toast('success', entry ? '已保存' : '已接入')
      onClose()
    } catch (thrown) {
      setError(thrown)
      setBusy(false)
    }
  }
  const field = (name: keyof Draft & string) => ({ name, wrong, value: String(draft[name]), onChange: set })
  return (
    <Dialog title={entry ? `编辑“${entry.title}”` : '接入引擎'} onClose={onClose}>
      <form className={fields.form} noValidate onSubmit={(event) => void handleSubmit(event)}>
        {!entry && (
          <fieldset className={fields.choices}>
            <legend>种类</legend>
            {KINDS.map((kind) => (
              <label key={kind} className={fields.choice}>
                <input
                  type="radio"
                  name="kind"
                  checked={draft.kind === kind}
                  onChange={() => setDraft({ ...freshDraft(kind), title: draft.title })}
                />
                {ENGINE_KINDS[kind].title}
              </label>
            ))}
          </fieldset>
        )}
        <Field {...field('address')} title="地址" isFirst inputMode="url">
          {isService && '带版本号，'}例如 {ENGINE_KINDS[draft.kind].example}
        </Field>
        <Field {...field('key')} title={isService ? '密钥' : '密钥（没有代理时留空）'} isSecret>
          {hasKey
            ? '已存有一个，留空就不改'
            : isService
              ? '加密保存，不会再显示；自家的服务不要密钥时留空'
              : '令牌，或 账号:密码；加密保存，不会再显示'}
        </Field>
        {modelsOf(draft.kind).map(([name, example]) => (
          <Field key={name} {...field(name)} title={MODEL_TITLES[name]}>
            例如 {example}
            {modelsOf(draft.kind).length > 1 && '；不做的留空'}
          </Field>
        ))}
        <Field {...field('title')} title="名称">
          显示给用户，留空用“{ENGINE_KINDS[draft.kind].title}”
        </Field>
        <label className={fields.choice}>
          <input
            type="checkbox"
            checked={draft.isOutside}
            onChange={(event) => set({ isOutside: event.target.checked })}
          />
          图片会离开自己的网络（外部服务）
        </label>
        <details className={styles.more}>
          <summary>更多设置</summary>
          <div className={fields.form}>
            {isOpenAi && (
              <>
                <Field {...field('visionModel')} title="看图的模型">
                  留给图生提示词与助手，可以不填
                </Field>
                <Field {...field('chatModel')} title="对话的模型">
                  留给助手，可以不填
                </Field>
              </>
            )}
            <Field {...field('slots')} title="同时交给它的任务" inputMode="numeric">
              ComfyUI 一次做一个，第二个在那边等着，中间不空
            </Field>
            <Field {...field('timeLimitS')} title="一个任务的时限（秒）" inputMode="numeric" />
          </div>
        </details>
        {error !== null && <ErrorNote error={error} />}
        <div className={fields.actions}>
          <Button onClick={onClose}>取消</Button>
          <Button type="primary" htmlType="submit" loading={busy}>
            {entry ? '保存' : '接入'}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

function Field({
  name,
  title,
  value,
  wrong,
  onChange,
  children,
  isSecret = false,
  isFirst = false,
  inputMode,
}: {
  name: keyof Draft & string
  title: string
  value: string
  wrong: { field: string; words: string } | null
  onChange: (part: Partial<Draft>) => void
  children?: ReactNode
  isSecret?: boolean
  isFirst?: boolean
  inputMode?: 'url' | 'numeric'
}) {
  const noteId = useId()
  const isWrong = wrong?.field === name
  return (
    <label className={fields.field}>
      <span>{title}</span>
      <span className={fields.box} data-wrong={isWrong}>
        <input
          type={isSecret ? 'password' : 'text'}
          // biome-ignore lint/a11y/noAutofocus: the dialog has just been opened to fill this in.
          autoFocus={isFirst}
          inputMode={inputMode}
          autoComplete={isSecret ? 'new-password' : 'off'}
          spellCheck={false}
          aria-invalid={isWrong}
          aria-describedby={noteId}
          value={value}
          onChange={(event) => onChange({ [name]: event.target.value })}
        />
      </span>
      <small
        id={noteId}
        className={isWrong ? styles.wrong : fields.note}
        role={isWrong ? 'alert' : undefined}
      >
        {isWrong ? wrong.words : children}
      </small>
    </label>
  )
}
