import App from 'antd/es/app'
import ConfigProvider from 'antd/es/config-provider'
import zhCN from 'antd/es/locale/zh_CN'
import { useEffect } from 'react'
import { Outlet } from 'react-router-dom'
import { useSignalValue } from '#src/data/signal-hooks.ts'
import { themeMode } from '#src/state/theme.ts'
import { NOTIFICATION_SECONDS, setToastHost, TOAST_MAX, TOAST_SECONDS, TOAST_TOP } from '#src/state/toasts.ts'
import { themeFor } from './theme.ts'

/**
 * Everything of antd that pages share: theme, Chinese texts, messages. A layout route of its own, loaded with
 * the first page that needs it, so that the home page does not carry a component library.
 */
export function AntdRoot() {
  const mode = useSignalValue(themeMode)
  return (
    <ConfigProvider
      locale={zhCN}
      theme={themeFor(mode)}
      wave={{ disabled: true }}
      button={{ autoInsertSpace: false }}
    >
      <App
        component={false}
        message={{ maxCount: TOAST_MAX, top: TOAST_TOP, duration: TOAST_SECONDS }}
        notification={{ maxCount: TOAST_MAX, top: TOAST_TOP, duration: NOTIFICATION_SECONDS }}
      >
        <ToastBridge />
        <Outlet />
      </App>
    </ConfigProvider>
  )
}

function ToastBridge() {
  const { message } = App.useApp()
  useEffect(() => {
    setToastHost((kind, text) => void message[kind](text))
    return () => setToastHost(null)
  }, [message])
  return null
}
