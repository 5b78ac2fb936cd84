import { randomBytes } from 'node:crypto'
import { createFavorites } from '@clouddisk/contract/favorites'
import { batchCreateFolder, createFolder, removeInstances } from '@clouddisk/contract/files'
import { rawZip } from '../../server/test/make-archives.ts'
import type { Person } from '../../server/test/person.ts'
import type { Content } from './content.ts'

/** A drive as somebody has it after a year, laid out by the product's own calls. */

export const FOLDER = '2026 发布会'
export const LONG =
  '2026 年度全球渠道合作伙伴大会暨新品发布会现场执行方案与应急预案（市场部内部评审第七版）.docx'

/** Sizes that look like files and fit the space of a test. */
const FILES: readonly (readonly [name: string, size: number])[] = [
  ['发布会主题演讲-终稿.pptx', 1_864_000],
  ['预算与结算明细.xlsx', 214_000],
  ['发布会流程表 v6.docx', 64_280],
  ['邀请函页面.html', 4_820],
  [LONG, 88_000],
  ['Q4 channel partner enablement and onboarding checklist - revised after legal review.xlsx', 51_000],
  ['设备清单', 900],
]

export interface Drive {
  readonly folderId: string
  readonly emptyId: string
}

export async function layOutDrive(api: Person, content: Content): Promise<Drive> {
  const top = await api.call(batchCreateFolder, {
    parentId: '0',
    instanceName: '市场部',
    children: [
      { instanceName: '媒体关系', children: [{ instanceName: '2025 归档' }, { instanceName: '采访提纲' }] },
      { instanceName: '新项目' },
      { instanceName: '合同' },
      {
        instanceName: FOLDER,
        children: [
          { instanceName: '主题演讲素材' },
          { instanceName: '品牌素材 2026' },
          { instanceName: '现场照片' },
        ],
      },
    ],
  })
  const child = (name: string) => top.children?.find(({ instanceName }) => instanceName === name)
  const folder = child(FOLDER)
  const folderId = folder?.instanceId ?? ''
  for (const name of ['Shared with legal', '个人资料'])
    await api.call(createFolder, { parentId: '0', instanceName: name })
  const research = await api.call(createFolder, { parentId: '0', instanceName: '产品研发' })
  const put = (name: string, bytes: Uint8Array, parent = folderId) => api.upload(parent, name, bytes)
  const starred = [
    folder?.children?.find(({ instanceName }) => instanceName.startsWith('品牌'))?.instanceId ?? '',
  ]
  for (const [index, [name, size]] of FILES.entries()) {
    const saved = await put(name, Buffer.alloc(size, `${index}${name}`))
    if (name.endsWith('.docx')) starred.push(saved.instanceId)
  }
  await put('Press kit (final).zip', pressKit())
  const { sunset, mountains, poster, tall } = content.pictures
  if (!sunset || !mountains || !poster || !tall) throw new Error('a picture is missing')
  await put('日落延时 07.jpg', sunset)
  await put('外景航拍 12.jpg', mountains)
  starred.push((await put('主视觉-横版.jpg', poster)).instanceId)
  await put('易拉宝-竖版.jpg', tall)
  starred.push((await put('场地租赁合同（已签署）.pdf', content.pdf)).instanceId)
  await put('开场音乐混音.wav', content.audio)
  await put('预热短片 15s.webm', content.video)
  await put('嘉宾名单备注.txt', Buffer.from(NOTES))
  await put('嘉宾名单备注.txt', Buffer.from('以前的一份\n'), research.instanceId)
  await put('readme.md', Buffer.from('# Launch 2026\n\nWho does what, and until when.\n'), '0')
  await put('年度总结（草稿）.docx', Buffer.alloc(31_000, 'y'), '0')
  await api.call(createFavorites, { instanceIds: starred })
  await fillBin(api, folderId)
  return { folderId, emptyId: child('新项目')?.instanceId ?? '' }
}

/** About 3 MB. */
const pressKit = () =>
  rawZip([
    { name: 'Logos/' },
    { name: 'Logos/logo dark.svg', content: Buffer.alloc(18_400, '<svg/>') },
    { name: 'Logos/logo light.svg', content: Buffer.alloc(18_100, '<svg/>') },
    { name: 'Photos/keynote stage.jpg', content: randomBytes(2_100_000) },
    { name: 'Photos/audience.jpg', content: randomBytes(990_000) },
    { name: '新闻稿 2026-11.docx', content: Buffer.alloc(88_000, 'text') },
    { name: '旧官网链接', content: Buffer.from('/srv/www'), mode: 0o120777 },
    { name: 'Read me first.txt', content: Buffer.from('Use the dark logo on light backgrounds.') },
  ])

const NOTES = `嘉宾名单备注

李教授：主题演讲 20 分钟，需要翻页器，不接受采访。
Ms. Carter: vegetarian, arrives on flight CA982, hotel until Sunday.
王总：圆桌主持，提前一天彩排。

座位按邀请函编号，临时加座找现场负责人。
`

async function fillBin(api: Person, folderId: string): Promise<void> {
  const gone = await api.call(createFolder, { parentId: folderId, instanceName: '旧版展台方案' })
  await api.upload(gone.instanceId, '平面图.png', Buffer.alloc(240_000, 'p'))
  const inside = await api.upload(gone.instanceId, '素材打包-临时.zip', Buffer.alloc(512_000, 'z'))
  await api.call(removeInstances, { instanceIds: [inside.instanceId] })
  const names = [
    '发布会流程表 v4.docx',
    '路演稿-备用.pptx',
    '报价单-作废.pdf',
    '旁白-试音.wav',
    'Old invoices 2024.xlsx',
  ]
  for (const [index, name] of names.entries()) {
    const { instanceId } = await api.upload(folderId, name, Buffer.alloc(9_000 * (index + 3), name))
    await api.call(removeInstances, { instanceIds: [instanceId] })
  }
  await api.call(removeInstances, { instanceIds: [gone.instanceId] })
}
