/**
 * Stands in for antd's style engine in the app's bundle (scripts/build/antd-styles.ts puts it there). Every rule and variable
 * is in the sheet that the build writes, so nothing is left to register, to hash or to insert: what remains is the
 * tokens that components read as they draw.
 */
import type { useCacheToken as useEngineToken } from '@ant-design/cssinjs'
import { memoResult } from '@ant-design/cssinjs/es/util'
import { transformToken } from '@ant-design/cssinjs/es/util/css-variables'
import { createContext } from 'react'

export { getComputedToken } from '@ant-design/cssinjs/es/hooks/useCacheToken'
export { default as Keyframes } from '@ant-design/cssinjs/es/Keyframes'
export { createTheme, genCalc } from '@ant-design/cssinjs/es/theme'
export { unit } from '@ant-design/cssinjs/es/util'
export { token2CSSVar } from '@ant-design/cssinjs/es/util/css-variables'

type Parts = Parameters<typeof useEngineToken<Record<string, string>>>

/** antd asks for its layer; the app has none. */
export const StyleContext = createContext({})

const NO_OVERRIDE = {}

/** A theme's tokens, as variables of the built sheet and as values: made once for a theme and its overrides. */
export function useCacheToken(
  theme: Parts[0],
  seeds: Parts[1],
  { override = NO_OVERRIDE, getComputedToken, cssVar }: Parts[2],
) {
  return memoResult(() => {
    const values = getComputedToken?.(Object.assign({}, ...seeds), override, theme) ?? {}
    const [variables] = transformToken(values, cssVar.key, cssVar)
    return [variables, '', values]
  }, [theme, ...seeds, override])
}

export function useStyleRegister(): void {}

export function useCSSVarRegister(): void {}
