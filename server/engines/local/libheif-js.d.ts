declare module 'libheif-js/libheif-wasm/libheif-bundle.mjs' {
  /** Makes libheif ready; its own types leave out the part that is used. */
  const create: () => unknown
  export default create
}
