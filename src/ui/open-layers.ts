/** A window over the page, which keeps every key to itself. */
const MODALS = '[aria-modal="true"], dialog[open]'
/** A menu or a list that hangs on its button, where the focus stays. */
const MENUS = '.ant-dropdown-open, .ant-select-open'

/** Whether a window lies over the page. */
export const isModalOpen = (): boolean => document.querySelector(MODALS) !== null

/** Whether a window, a menu or a list is open, so that Escape closes that and nothing else. */
export const isLayerOpen = (): boolean => document.querySelector(`${MODALS}, ${MENUS}`) !== null
