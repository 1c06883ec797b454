import { MAX_IMAGE_BYTES } from '@pontual/contract/shared/instagram-limits.ts';
import { MAX_VIDEO_BYTES, MEGABYTE } from '@pontual/contract/media/media.ts';
import { BATCH_FILES_MAX } from '@pontual/contract/planning/bulk.ts';
import {
  BlobReader,
  configure,
  ERR_INVALID_UNCOMPRESSED_SIZE,
  ZipReader,
  type Entry,
  type FileEntry,
} from '@zip.js/zip.js/lib/zip-core-native.js';
import { kindOf } from '../../composer/file.rules.ts';
import { isSheet, SHEET_MAX_BYTES } from './sheet/sheet-file.ts';

// The content security policy forbids workers from generated code.
configure({ useWebWorkers: false });

/** In bytes, for all files: the browser stores the unpacked files. */
const MAX_TOTAL_BYTES = 2 * 1024 ** 3;
/** The maximum number of entries that are read: several times the files of a batch, plus other files. */
const MAX_ENTRIES = 2000;
const MAX_NAME_LENGTH = 255;
/** The number of bytes that are moved from memory to a browser blob at a time. */
const CHUNK_BYTES = 16 * MEGABYTE;

export interface RefusedFile {
  name: string;
  reason: string;
}
interface ZipContents {
  files: File[];
  refused: RefusedFile[];
}

/** Classifies the entries by name and content alone. Unpacking stops at the size limit of a post. */
export async function openZip(zip: File): Promise<ZipContents> {
  const reader = new ZipReader(new BlobReader(zip));
  const files: File[] = [];
  const refused: RefusedFile[] = [];
  let remainingBytes = MAX_TOTAL_BYTES;
  try {
    let entryCount = 0;
    for await (const entry of reader.getEntriesGenerator({ filenameValidation: 'tolerant' })) {
      entryCount += 1;
      if (entryCount > MAX_ENTRIES) {
        refused.push({ name: zip.name, reason: TOO_MANY_ENTRIES });
        break;
      }
      const name = nameOf(entry.filename);
      if (isDirectory(entry) || isSystemFile(entry.filename)) continue;
      const reason =
        files.length < BATCH_FILES_MAX
          ? remainingBytes === 0
            ? TOO_MUCH
            : refusalReason(entry)
          : TOO_MANY;
      if (reason !== null) {
        refused.push({ name: entry.filename.slice(0, 120), reason });
        continue;
      }
      const read = await readEntry(entry, Math.min(remainingBytes, maxBytesOf(name)));
      if ('reason' in read)
        refused.push({ name, reason: remainingBytes < maxBytesOf(name) ? TOO_MUCH : read.reason });
      else files.push(new File([read.content], name, { type: typeOf(name) }));
      // A file that is rejected after unpacking counts as well.
      remainingBytes = Math.max(0, remainingBytes - read.size);
    }
    return { files, refused };
  } catch {
    return {
      files: [],
      refused: [
        { name: zip.name, reason: 'Não conseguimos abrir este ZIP. Crie o arquivo de novo.' },
      ],
    };
  } finally {
    await reader.close().catch(() => undefined);
  }
}

const TOO_MANY = `Não cabe: um lote leva até ${BATCH_FILES_MAX} arquivos.`;
const TOO_MANY_ENTRIES = `O ZIP tem mais de ${MAX_ENTRIES} arquivos, e os últimos não foram abertos.`;
const TOO_MUCH = 'Não cabe: o ZIP passa de 2 GB. Divida em dois.';

const isDirectory = (entry: Entry): entry is Exclude<Entry, FileEntry> => entry.directory;

const isSystemFile = (path: string) =>
  /(^|\/)(__MACOSX\/|\._|\.DS_Store$|Thumbs\.db$|desktop\.ini$)/i.test(path);

/** From code page 437, which the ZIP format names, to Brazil's Windows code page. */
const windowsLetters: Readonly<Record<string, string>> = {
  '╞': 'ã',
  Σ: 'õ',
  '╟': 'Ã',
  σ: 'Õ',
  '╡': 'Á',
  '╖': 'À',
  '╢': 'Â',
  '╥': 'Ê',
  '╓': 'Í',
  α: 'Ó',
  Γ: 'Ô',
  Θ: 'Ú',
};

function nameOf(path: string): string {
  const name = path.split(/[/\\]/).at(-1) ?? '';
  return name.replaceAll(/./gu, (letter) => windowsLetters[letter] ?? letter).normalize('NFC');
}

const types: Readonly<Record<string, string>> = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  heic: 'image/heic',
  heif: 'image/heif',
  mp4: 'video/mp4',
  mov: 'video/quicktime',
  avi: 'video/x-msvideo',
  csv: 'text/csv',
};
const extensionOf = (name: string) => (/\.(\w+)$/.exec(name)?.[1] ?? '').toLowerCase();
const typeOf = (name: string) => types[extensionOf(name)] ?? '';

function maxBytesOf(name: string): number {
  if (isSheet({ name, type: '' })) return SHEET_MAX_BYTES;
  return kindOf({ name, type: '' }) === 'video' ? MAX_VIDEO_BYTES : MAX_IMAGE_BYTES;
}
const tooLargeText = (maxBytes: number) => `Arquivo deve ter no máximo ${maxBytes / MEGABYTE}MB`;

function refusalReason({ filename, encrypted, uncompressedSize }: FileEntry): string | null {
  if (/^([a-z]:|[/\\])|(^|[/\\])\.\.([/\\]|$)/i.test(filename)) {
    return 'O caminho deste arquivo sai da pasta do ZIP. Ele não foi aberto.';
  }
  const name = nameOf(filename);
  if (name.length > MAX_NAME_LENGTH) return 'O nome deste arquivo é longo demais. Encurte-o.';
  if (encrypted) return 'O arquivo tem senha. Crie o ZIP sem senha.';
  if (/\.(zip|rar|7z)$/i.test(name)) return 'Um ZIP dentro de outro não é aberto.';
  if (kindOf({ name, type: '' }) === null && !isSheet({ name, type: '' })) {
    return 'Formato não aceito. Envie JPG, PNG, HEIC, MP4, MOV ou AVI.';
  }
  return uncompressedSize > maxBytesOf(name) ? tooLargeText(maxBytesOf(name)) : null;
}

class SizeExceededError extends Error {}

/** Counts the unpacked bytes, because the declared size is not trusted. */
async function readEntry(
  entry: FileEntry,
  maxBytes: number,
): Promise<{ size: number } & ({ content: Blob } | { reason: string })> {
  const chunks: Blob[] = [];
  let part: Uint8Array<ArrayBuffer>[] = [];
  let [size, partSize] = [0, 0];
  const flushPart = () => {
    chunks.push(new Blob(part));
    [part, partSize] = [[], 0];
  };
  const sink = new WritableStream<Uint8Array<ArrayBuffer>>({
    write(chunk) {
      size += chunk.length;
      partSize += chunk.length;
      if (size > maxBytes) throw new SizeExceededError();
      part.push(chunk);
      if (partSize >= CHUNK_BYTES) flushPart();
    },
  });
  try {
    await entry.getData(sink, { checkSignature: true });
    flushPart();
    return { size, content: new Blob(chunks) };
  } catch (error) {
    const isTooLarge =
      error instanceof SizeExceededError ||
      size > maxBytes ||
      (error instanceof Error && error.message === ERR_INVALID_UNCOMPRESSED_SIZE);
    return {
      size,
      reason: isTooLarge ? tooLargeText(maxBytes) : 'O arquivo está danificado dentro do ZIP.',
    };
  }
}
