import { Button, type ButtonProps } from 'antd'
import { type To, useHref, useLinkClickHandler } from 'react-router-dom'

/** antd's button as a link within the app: a click opens it in place, and it opens in a new tab as every link does. */
export function ButtonLink({ to, ...rest }: ButtonProps & { to: To }) {
  const href = useHref(to)
  const handleClick = useLinkClickHandler<HTMLElement>(to)
  return <Button {...rest} href={href} onClick={handleClick} />
}
