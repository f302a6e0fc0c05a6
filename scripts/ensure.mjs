// Entry of `npm start`, `npm test`, `npm run bench` and `npm run dev`. Plain JavaScript without
// dependencies, and syntax that an old Node can parse, so that it can say what is wrong.
const MODES = { start: '启动', test: '测试', bench: '性能测量', dev: '开发' }
const mode = process.argv[2]
const major = Number(process.versions.node.split('.')[0])

if (!Object.hasOwn || major < 20) {
  console.error(`筑绘需要 Node 20 或更新的版本，现在是 ${process.versions.node}。`)
  console.error('请到 https://nodejs.org/zh-cn 下载安装长期支持版，然后重新运行。')
  process.exit(1)
} else if (!Object.hasOwn(MODES, mode)) {
  console.error('用法：node scripts/ensure.mjs start | test | bench 名称 | dev')
  process.exit(2)
} else {
  import('./ensure/modes.mjs')
    .then((modes) => modes.run(mode, MODES[mode], process.argv.slice(3)))
    .catch((error) => {
      console.error(error)
      process.exit(1)
    })
}
