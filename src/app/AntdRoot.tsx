import 'virtual:antd.css'
import ConfigProvider from 'antd/es/config-provider'
import zhCN from 'antd/es/locale/zh_CN'
import type { ReactNode } from 'react'
import { Outlet } from 'react-router-dom'
import { useSignalValue } from '#src/data/store/signal-hooks.ts'
import { themeMode } from '#src/state/theme.ts'
import { themeFor } from './theme.ts'

/**
 * Everything of antd that pages share: theme and Chinese texts. A layout route of its own, loaded with the
 * first page that needs it, so that the home page does not carry a component library.
 */
export function AntdRoot({ children = <Outlet /> }: { children?: ReactNode }) {
  const mode = useSignalValue(themeMode)
  return (
    <ConfigProvider
      locale={zhCN}
      theme={themeFor(mode)}
      wave={{ disabled: true }}
      button={{ autoInsertSpace: false }}
    >
      {children}
    </ConfigProvider>
  )
}
