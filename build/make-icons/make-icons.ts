/**
 * `npm run icons`: makes every picture of the program and its tray from the drawings in build/, with the Chromium of this
 * computer. The results are kept in the repository, with a note of the drawings they were made from, since a build must
 * not need a browser.
 */
import crypto from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium, type Page } from '@playwright/test';
import { systemChromium } from '../../scripts/system-chromium.mjs';
import { makeIcns, makeIco, type Picture } from './containers.ts';
import { DRAWINGS, PICTURES, type Rendering } from './plan.ts';

const build = fileURLToPath(new URL('../', import.meta.url));
const executablePath = systemChromium();

const browser = await chromium.launch(executablePath === undefined ? {} : { executablePath });
try {
  const page = await browser.newPage();
  for (const { file, format, renderings } of PICTURES) {
    const pictures: Picture[] = [];
    for (const rendering of renderings) pictures.push(await render(page, rendering));
    const [first] = pictures;
    if (first === undefined) throw new Error(`${file} is made of nothing`);
    const bytes = {
      png: () => first.png,
      ico: () => makeIco(pictures),
      icns: () => makeIcns(pictures),
    };
    const target = path.join(build, file);
    await fs.mkdir(path.dirname(target), { recursive: true });
    await fs.writeFile(target, bytes[format]());
  }
  const sources = await Promise.all(DRAWINGS.map(async (name) => [name, await digestOf(name)]));
  await fs.writeFile(
    path.join(build, 'drawings.json'),
    `${JSON.stringify(Object.fromEntries(sources), null, 2)}\n`,
  );
  process.stdout.write(`${PICTURES.length} files in build/, from ${DRAWINGS.length} drawings.\n`);
} finally {
  await browser.close();
}

async function digestOf(name: string): Promise<string> {
  const text = await fs.readFile(path.join(build, name));
  return crypto.createHash('sha256').update(text).digest('hex');
}

async function render(page: Page, { drawing, sizePx, ink = '#000', scale = 1 }: Rendering) {
  const svg = (await fs.readFile(path.join(build, drawing), 'utf8')).replaceAll(
    'currentColor',
    ink,
  );
  const drawn = await page.evaluate(
    async ({ address, size, drawnPx }) => {
      const image = new Image(drawnPx, drawnPx);
      image.src = address;
      await image.decode();
      const canvas = document.createElement('canvas');
      canvas.width = size;
      canvas.height = size;
      const context = canvas.getContext('2d');
      if (context === null) throw new Error('no canvas');
      const margin = Math.round((size - drawnPx) / 2);
      context.drawImage(image, margin, margin, drawnPx, drawnPx);
      return {
        png: canvas.toDataURL('image/png'),
        rgba: [...context.getImageData(0, 0, size, size).data],
      };
    },
    {
      address: `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`,
      size: sizePx,
      drawnPx: Math.round(sizePx * scale),
    },
  );
  const png = Buffer.from(drawn.png.slice(drawn.png.indexOf(',') + 1), 'base64');
  return { sizePx, png, rgba: Buffer.from(drawn.rgba) };
}
