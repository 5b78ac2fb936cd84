import type { Browser } from '@playwright/test'

/** What lies in the drive of the pictures: real files, made by the browser that shows them. */
export interface Content {
  readonly pictures: Readonly<Record<string, Buffer>>
  readonly pdf: Buffer
  readonly audio: Buffer
  readonly video: Buffer
}

export async function makeContent(browser: Browser): Promise<Content> {
  const page = await browser.newPage({ viewport: { width: 1200, height: 800 } })
  const drawn = async (svg: string, width = 1200, height = 800) => {
    await page.setViewportSize({ width, height })
    await page.setContent(`<body style="margin:0">${svg}</body>`)
    return page.screenshot({ type: 'jpeg', quality: 85 })
  }
  const pictures = {
    sunset: await drawn(SUNSET),
    mountains: await drawn(MOUNTAINS),
    poster: await drawn(POSTER),
    tall: await drawn(TALL, 600, 1500),
  }
  await page.setContent(`<title>场地租赁合同</title>${CONTRACT}`)
  const pdf = await page.pdf({ format: 'A4' })
  const video = Buffer.from(await page.evaluate(recordVideo), 'base64')
  await page.close()
  return { pictures, pdf, audio: tone(3), video }
}

const drawing = (body: string, width = 1200, height = 800) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" style="display:block">${body}</svg>`

const sky = (id: string, ...colors: string[]) =>
  `<linearGradient id="${id}" x2="0" y2="1">${colors
    .map((color, index) => `<stop offset="${index / (colors.length - 1)}" stop-color="${color}"/>`)
    .join('')}</linearGradient>`

const SUNSET = drawing(`<defs>${sky('a', '#2f3f6b', '#b86a7c', '#f6b27f')}</defs>
  <rect width="1200" height="800" fill="url(#a)"/><circle cx="800" cy="430" r="72" fill="#fdeccb"/>
  <path d="M0 540 210 400l140 120L560 290l250 230 220-130 170 150v260H0Z" fill="#5a486e"/>
  <path d="M0 660 380 490l230 90 210 20 210-90 170 60v230H0Z" fill="#3a3150"/>`)
const MOUNTAINS = drawing(`<defs>${sky('b', '#78b7e4', '#d9eefa')}</defs>
  <rect width="1200" height="800" fill="url(#b)"/><path d="M0 620 260 260 470 520 690 180l510 440v180H0Z" fill="#6c8396"/>
  <path d="m260 260 60 74-50-12-40 26-34-4Zm430-80 78 68-60-8-40 30-32-24Z" fill="#fff"/>
  <path d="M0 640q320-110 640 0t560-20v180H0Z" fill="#5b9a63"/><path d="M0 720q400-60 1200 10v70H0Z" fill="#42794c"/>`)
const POSTER =
  drawing(`<rect width="1200" height="800" fill="#f5e8e2"/><circle cx="430" cy="360" r="210" fill="#d93b48"/>
  <circle cx="710" cy="330" r="160" fill="#17181c"/><rect x="600" y="430" width="340" height="160" rx="80" fill="#f1b14a"/>
  <path d="M210 660h780" stroke="#17181c" stroke-width="8"/>`)
const TALL = drawing(
  `<defs>${sky('c', '#1d56d8', '#7c56dd', '#f0a6c0')}</defs><rect width="600" height="1500" fill="url(#c)"/>
  <circle cx="300" cy="420" r="170" fill="#fff" opacity=".85"/><rect x="120" y="820" width="360" height="420" rx="24" fill="#fff" opacity=".6"/>`,
  600,
  1500,
)

const CONTRACT = `<body style="font:14px/1.9 'Noto Sans CJK SC',sans-serif;margin:48px;color:#17181c">
  <h1 style="font-size:26px">场地租赁合同</h1><p style="color:#646a75">编号 HT-2026-0317 · 甲方 云启科技有限公司 · 乙方 国际会展中心</p><hr>
  ${['一、场地与时间', '二、费用与付款', '三、搭建与撤场', '四、安全与保险', '五、违约责任']
    .map(
      (title) =>
        `<h2 style="font-size:17px">${title}</h2><p>甲方租用乙方一号馆作为 2026 年度发布会场地，乙方应保证约定时段内场地、电力与网络可用。双方应各自指定一名负责人，重大变更须提前三个工作日书面通知对方。</p>`,
    )
    .join('')}</body>`

/** Two seconds of moving color as WebM, which takes as long; runs in the page. */
async function recordVideo(): Promise<string> {
  const canvas = document.createElement('canvas')
  canvas.width = 960
  canvas.height = 540
  const pen = canvas.getContext('2d')
  if (!pen) throw new Error('no canvas')
  const recorder = new MediaRecorder(canvas.captureStream(24), { mimeType: 'video/webm' })
  const pieces: Blob[] = []
  recorder.ondataavailable = ({ data }) => pieces.push(data)
  const stopped = new Promise((resolve) => {
    recorder.onstop = resolve
  })
  recorder.start()
  for (let frame = 0; frame < 48; frame++) {
    const light = pen.createRadialGradient(300 + frame * 8, 270, 20, 480, 270, 620)
    light.addColorStop(0, '#f0414c')
    light.addColorStop(1, '#17101c')
    pen.fillStyle = light
    pen.fillRect(0, 0, 960, 540)
    pen.fillStyle = '#ffffff'
    pen.font = '600 64px sans-serif'
    pen.fillText('2026', 400, 295)
    await new Promise((resolve) => setTimeout(resolve, 40))
  }
  recorder.stop()
  await stopped
  const bytes = new Uint8Array(await new Blob(pieces).arrayBuffer())
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
}

/** So many seconds of a quiet tone as WAV. */
function tone(seconds: number): Buffer {
  const rate = 8000
  const samples = rate * seconds
  const wav = Buffer.alloc(44 + samples * 2)
  wav.write('RIFF', 0, 'latin1')
  wav.writeUInt32LE(36 + samples * 2, 4)
  wav.write('WAVEfmt ', 8, 'latin1')
  wav.writeUInt32LE(16, 16)
  wav.writeUInt16LE(1, 20)
  wav.writeUInt16LE(1, 22)
  wav.writeUInt32LE(rate, 24)
  wav.writeUInt32LE(rate * 2, 28)
  wav.writeUInt16LE(2, 32)
  wav.writeUInt16LE(16, 34)
  wav.write('data', 36, 'latin1')
  wav.writeUInt32LE(samples * 2, 40)
  for (let at = 0; at < samples; at++) wav.writeInt16LE(Math.sin(at / 6) * 4000, 44 + at * 2)
  return wav
}
