import { useMemo, useState } from 'react'
import type { Binding, InputAt, WorkflowForm, WorkflowPrompt } from '#contracts/workflows.ts'
import type { OpId } from '#ops/index.ts'
import { bindingFor, freeInputs, nameOfNode, type Slot, slotsOf } from '#ops/own-workflow.ts'
import { IconButton } from '#src/ui/antd/IconButton.tsx'
import fields from '#src/ui/dialog-form.module.css'
import { Icon } from '#src/ui/Icon.tsx'
import styles from './Workflows.module.css'

type Change = (part: Partial<WorkflowForm>) => void

/** Longest value of an input that is shown. */
const SHOWN = 24

const sameAs =
  (at: InputAt) =>
  (other: { at: InputAt }): boolean =>
    other.at[0] === at[0] && other.at[1] === at[1]

function shortValue(prompt: WorkflowPrompt, [id, name]: InputAt): string {
  const text = String(prompt[id]?.inputs[name] ?? '')
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text
}

/** The order in which ComfyUI numbers nodes. */
const byNumber = (a: string, b: string) => a.localeCompare(b, 'en', { numeric: true })

/** What of a workflow stands for each picture and parameter of its op: chosen in a list, or by clicking on its nodes. */
export function WorkflowBindings({ form, op, onChange }: { form: WorkflowForm; op: OpId; onChange: Change }) {
  const { prompt, bind } = form
  const slots = slotsOf(op)
  const [active, setActive] = useState<string | null>(null)
  const nodes = useMemo(() => Object.keys(prompt).sort(byNumber), [prompt])
  const free = useMemo(() => freeInputs(prompt), [prompt])
  const current = slots.find(({ name }) => name === active) ?? null
  const setBindings = (name: string, bindings: readonly Binding[]) => {
    const { [name]: _before, ...rest } = bind
    onChange({ bind: bindings.length > 0 ? { ...rest, [name]: [...bindings] } : rest })
  }
  const toggle = (slot: Slot, at: InputAt) => {
    const before = bind[slot.name] ?? []
    const isBound = before.some(sameAs(at))
    setBindings(
      slot.name,
      isBound ? before.filter((one) => !sameAs(at)(one)) : [...before, bindingFor(prompt, slot, at)],
    )
  }
  /** Binds to what is being pointed out, or takes it away; of what is bound to another, that one is shown. */
  const handleInput = (at: InputAt, owner: Slot | undefined) => {
    if (owner && owner !== current) setActive(owner.name)
    else if (current) toggle(current, at)
  }
  return (
    <div className={styles.binding}>
      <fieldset className={styles.slots}>
        <legend>绑定</legend>
        {slots.map((slot) => (
          <SlotRow
            key={slot.name}
            slot={slot}
            form={form}
            free={free}
            isActive={slot.name === active}
            onActivate={() => setActive(slot.name === active ? null : slot.name)}
            onToggle={(at) => toggle(slot, at)}
            onBindings={(bindings) => setBindings(slot.name, bindings)}
            onMay={(may) => onChange({ may })}
          />
        ))}
        <label className={styles.slot}>
          <span className={styles.name}>
            结果 <em>必须</em>
          </span>
          <select
            className={styles.select}
            value={form.output}
            onChange={(event) => onChange({ output: event.target.value })}
          >
            <option value="">选择给出结果的节点…</option>
            {nodes.map((id) => (
              <option key={id} value={id}>
                #{id} {prompt[id] && nameOfNode(prompt[id])}
              </option>
            ))}
          </select>
        </label>
      </fieldset>
      <section className={styles.nodes} aria-label="工作流的节点">
        <h3>节点</h3>
        <p className={fields.note}>
          {current
            ? `点一下要绑到“${current.title}”的输入，再点取消`
            : '先点左边一项的“点选”，再点这里的输入'}
        </p>
        <ul>
          {nodes.map((id) => (
            <li key={id}>
              <span>
                #{id} {prompt[id] && nameOfNode(prompt[id])}
              </span>
              <span className={styles.inputs}>
                {free
                  .filter(([node]) => node === id)
                  .map((at) => {
                    const owner = slots.find(({ name }) => bind[name]?.some(sameAs(at)))
                    return (
                      <button
                        key={at[1]}
                        type="button"
                        aria-disabled={owner ? undefined : !current}
                        aria-pressed={owner !== undefined}
                        onClick={() => handleInput(at, owner)}
                        title={shortValue(prompt, at)}
                      >
                        {at[1]}
                        {owner && <small>{owner.title}</small>}
                      </button>
                    )
                  })}
              </span>
            </li>
          ))}
        </ul>
      </section>
    </div>
  )
}

function SlotRow({
  slot,
  form: { prompt, bind, may },
  free,
  isActive,
  onActivate,
  onToggle,
  onBindings,
  onMay,
}: {
  slot: Slot
  form: WorkflowForm
  free: readonly InputAt[]
  isActive: boolean
  onActivate: () => void
  onToggle: (at: InputAt) => void
  onBindings: (bindings: readonly Binding[]) => void
  onMay: (may: string[]) => void
}) {
  const bindings = bind[slot.name] ?? []
  const taken = Object.values(bind).flat()
  const offered = free.filter((at) => !taken.some(sameAs(at)))
  const nodes = [...new Set(offered.map(([id]) => id))].sort(byNumber)
  const handleAdd = (value: string) => {
    const at = offered.find((one) => JSON.stringify(one) === value)
    if (at) onToggle(at)
  }
  const setOne = (at: InputAt, part: Partial<Binding>) =>
    onBindings(bindings.map((one) => (sameAs(at)(one) ? { ...one, ...part } : one)))
  return (
    <div className={styles.slot} data-active={isActive}>
      <span className={styles.name}>
        {slot.title}
        {slot.isRequired && <em>必须</em>}
        <button type="button" aria-pressed={isActive} aria-label={`点选“${slot.title}”`} onClick={onActivate}>
          点选
        </button>
      </span>
      {bindings.map((binding) => (
        <div key={binding.at.join(' ')} className={styles.bound}>
          <span>
            #{binding.at[0]} {prompt[binding.at[0]]?.class_type} · {binding.at[1]}
          </span>
          <IconButton
            size="small"
            icon={<Icon name="close" size={16} />}
            label={`从“${slot.title}”取消 #${binding.at[0]} ${binding.at[1]}`}
            onClick={() => onToggle(binding.at)}
          />
          <Values slot={slot} binding={binding} onChange={(part) => setOne(binding.at, part)} />
        </div>
      ))}
      <select
        className={styles.select}
        value=""
        aria-label={`为“${slot.title}”选择输入`}
        onChange={(event) => handleAdd(event.target.value)}
      >
        <option value="">{bindings.length > 0 ? '再绑一个输入…' : '选择输入…'}</option>
        {nodes.map((id) => (
          <optgroup key={id} label={`#${id} ${prompt[id] ? nameOfNode(prompt[id]) : ''}`}>
            {offered
              .filter(([node]) => node === id)
              .map((at) => (
                <option key={at[1]} value={JSON.stringify(at)}>
                  {at[1]}：{shortValue(prompt, at)}
                </option>
              ))}
          </optgroup>
        ))}
      </select>
      {slot.kind === 'picture' && !slot.isRequired && bindings.length > 0 && (
        <label className={fields.choice}>
          <input
            type="checkbox"
            checked={may.includes(slot.name)}
            onChange={(event) =>
              onMay(event.target.checked ? [...may, slot.name] : may.filter((name) => name !== slot.name))
            }
          />
          没有这张图也能运行
        </label>
      )}
    </div>
  )
}

/** Numbers that the values of a parameter become. */
function Values({
  slot,
  binding,
  onChange,
}: {
  slot: Slot
  binding: Binding
  onChange: (part: Partial<Binding>) => void
}) {
  const { range, values } = binding
  if (slot.kind === 'share' && range)
    return (
      <span className={styles.values}>
        {(['最弱', '最强'] as const).map((label, index) => (
          <NumberField
            key={label}
            label={`${slot.title}${label}`}
            title={label}
            value={range[index] ?? 0}
            onChange={(next) => onChange({ range: index === 0 ? [next, range[1]] : [range[0], next] })}
          />
        ))}
      </span>
    )
  if (slot.kind !== 'choice' || !values) return null
  return (
    <span className={styles.values}>
      {slot.choices.map(([choice, title]) => (
        <NumberField
          key={choice}
          label={`${slot.title}：${title}`}
          title={title}
          value={values[choice] ?? 0}
          onChange={(next) => onChange({ values: { ...values, [choice]: next } })}
        />
      ))}
    </span>
  )
}

/** A number that is given on when it is one. */
function NumberField({
  label,
  title,
  value,
  onChange,
}: {
  label: string
  title: string
  value: number
  onChange: (value: number) => void
}) {
  const [text, setText] = useState(String(value))
  const isNumber = text.trim() !== '' && Number.isFinite(Number(text))
  return (
    <label>
      <span>{title}</span>
      <input
        inputMode="decimal"
        autoComplete="off"
        aria-label={label}
        aria-invalid={!isNumber}
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          const next = Number(event.target.value)
          if (event.target.value.trim() !== '' && Number.isFinite(next)) onChange(next)
        }}
        onBlur={() => setText(String(value))}
      />
    </label>
  )
}
