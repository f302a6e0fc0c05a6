import 'virtual:antd.css'
import { StyleProvider } from '@ant-design/cssinjs'
import ConfigProvider from 'antd/es/config-provider'
import zhCN from 'antd/es/locale/zh_CN'
import { Outlet } from 'react-router-dom'
import { useSignalValue } from '#src/data/signal-hooks.ts'
import { themeMode } from '#src/state/theme.ts'
import { themeFor } from './theme.ts'

/** Out of the document: every style of antd is in the built sheet, so what it writes as it runs goes unread. */
const UNREAD = document.createElement('div')

/**
 * Everything of antd that pages share: theme and Chinese texts. A layout route of its own, loaded with the
 * first page that needs it, so that the home page does not carry a component library.
 */
export function AntdRoot() {
  const mode = useSignalValue(themeMode)
  return (
    <StyleProvider container={UNREAD}>
      <ConfigProvider
        locale={zhCN}
        theme={themeFor(mode)}
        wave={{ disabled: true }}
        button={{ autoInsertSpace: false }}
      >
        <Outlet />
      </ConfigProvider>
    </StyleProvider>
  )
}
