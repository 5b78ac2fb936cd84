import { buffer } from 'node:stream/consumers'
import { workbookOf } from '../../server/src/workbooks/write.ts'

const COLUMNS = ['账号', '姓名', '角色', '空间（GB）', '有效期', '部门', '邮箱'].map((title) => ({
  title,
  width: 12,
}))
const ROWS = [
  ['ma_li', '马力'],
  ['jiang-nan', '江南', '普通用户', '100', '长期'],
  ['shen_mo', '', '普通用户', '100', '长期'],
  ['hua_an', '华安', '没有这个角色', '100', '2027-06-30'],
  ['ye_zi', '叶子', '仅下载', '50', '2027-06-30', '新公司/市场部'],
  ...['bai_yu', 'lan_tian', 'he_ye', 'yun_fei'].map((account) => [account, '白羽', '', '', '', '', 'nobody']),
  ['lu_yao', '路遥', '', '', '', '新公司/研发中心'],
]

/** A workbook of people with rows that can be imported and others that cannot. */
export const workbook = async () => ({
  name: '2026 秋季入职名单.xlsx',
  mimeType: 'application/octet-stream',
  buffer: await buffer(
    workbookOf(
      'people',
      COLUMNS,
      (async function* () {
        yield ROWS
      })(),
      'UTC',
    ),
  ),
})
