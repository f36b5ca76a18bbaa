import type { Page } from 'playwright'
import type { Picture } from './screenshot.ts'

/** The width of a picture on the sheet, and how many stand side by side. */
const layouts = { phone: { width: 188, columns: 8 }, desktop: { width: 300, columns: 6 } } as const

/** All pictures of a device, a scheme and a language on one, each with its name below; a WebP. */
export const contactSheet = (
  decoder: Page,
  device: keyof typeof layouts,
  pictures: readonly (readonly [name: string, picture: Picture])[],
): Promise<Buffer> =>
  decoder
    .evaluate(
      async ([shots, { width, columns }]) => {
        const gap = 16
        const caption = 26
        const images = await Promise.all(
          shots.map(async ([name, data]) => ({
            name,
            image: await createImageBitmap(await (await fetch(`data:image/png;base64,${data}`)).blob()),
          })),
        )
        const sized = images.map(({ name, image }) => ({ name, image, height: (image.height * width) / image.width }))
        // Each stands in the column that is the shortest so far.
        const bottoms = Array.from({ length: columns }, () => gap)
        const places = sized.map((one) => {
          const column = bottoms.indexOf(Math.min(...bottoms))
          const top = bottoms[column]!
          bottoms[column] = top + one.height + caption + gap
          return { ...one, left: gap + column * (width + gap), top }
        })
        const canvas = new OffscreenCanvas(gap + columns * (width + gap), Math.ceil(Math.max(...bottoms)))
        const context = canvas.getContext('2d')!
        context.fillStyle = '#9aa3b2'
        context.fillRect(0, 0, canvas.width, canvas.height)
        context.imageSmoothingQuality = 'high'
        context.font = '600 14px system-ui, sans-serif'
        context.fillStyle = '#10131a'
        for (const { name, image, left, top, height } of places) {
          context.drawImage(image, left, top, width, height)
          // The `maxWidth` of `fillText` would also scale the distance to the left edge.
          context.setTransform(Math.min(1, width / context.measureText(name).width), 0, 0, 1, left, top + height + 18)
          context.fillText(name, 0, 0)
          context.resetTransform()
        }
        const blob = await canvas.convertToBlob({ type: 'image/webp', quality: 0.72 })
        const bytes = new Uint8Array(await blob.arrayBuffer())
        return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
      },
      [pictures.map(([name, { png }]) => [name, png.toString('base64')] as const), layouts[device]] as const,
    )
    .then((data) => Buffer.from(data, 'base64'))
