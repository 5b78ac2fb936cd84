export { copyText } from '../../lib/copy-text.ts'
