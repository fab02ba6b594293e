/** CRC-32 as ZIP and PNG have it (ISO 3309, reflected, polynomial 0xEDB88320). */
const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit += 1) crc = (crc & 1) === 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  return crc;
});

/** The sum of what came before (0: nothing) and these bytes. */
export function addCrc32(before: number, bytes: Uint8Array): number {
  let crc = ~before;
  for (const byte of bytes) crc = (crc >>> 8) ^ (TABLE[(crc ^ byte) & 0xff] ?? 0);
  return ~crc >>> 0;
}
