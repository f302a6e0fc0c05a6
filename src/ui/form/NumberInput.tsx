import { InputNumber, type InputNumberProps } from 'antd'
import { useState } from 'react'
import { readNumber, snapNumber } from '#contracts/typed-text.ts'

interface Props extends Omit<InputNumberProps<number>, 'value' | 'defaultValue' | 'onChange' | 'parser'> {
  value: number
  min: number
  max: number
  onChange: (value: number) => void
}

/**
 * A field for a number: rounds to the decimals of its step and clamps; what cannot be read as a number returns to what
 * stood before once the field is left.
 */
export function NumberInput({ value, min, max, onChange, onBlur, ...rest }: Props) {
  /** What is being typed; undefined while the field is at rest. */
  const [typed, setTyped] = useState<number | null>()
  const limits = { min, max, ...(rest.step === undefined ? {} : { step: Number(rest.step) }) }
  return (
    <InputNumber<number>
      {...rest}
      min={min}
      max={max}
      value={typed === undefined ? value : typed}
      parser={(text) => readNumber(text ?? '') ?? Number.NaN}
      onChange={(next) => {
        setTyped(next)
        if (next !== null) onChange(snapNumber(next, limits))
      }}
      onBlur={(event) => {
        setTyped(undefined)
        onBlur?.(event)
      }}
    />
  )
}
