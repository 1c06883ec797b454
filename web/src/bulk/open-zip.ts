import { MAX_IMAGE_BYTES, MAX_VIDEO_BYTES } from '@pontual/contract/media.ts';
import { BATCH_FILES_MAX } from '@pontual/contract/bulk.ts';
import {
  BlobReader,
  configure,
  ERR_INVALID_UNCOMPRESSED_SIZE,
  ZipReader,
  type Entry,
  type FileEntry,
} from '@zip.js/zip.js/lib/zip-core-native.js';
import { kindOf } from '../posts/create/file-rules.ts';
import { SHEET_MAX_BYTES } from './sheet/sheet-text.ts';

// The content policy allows no worker of a text that is made here.
configure({ useWebWorkers: false });

/** Together, in bytes: the browser keeps what comes out of a ZIP. */
const TOTAL_MAX = 2 * 1024 ** 3;
/** Entries that are looked at: several times the files of a batch, with whatever else lies beside them. */
const ENTRIES_MAX = 2000;
/** Of a file; systems know no longer ones. */
const NAME_MAX = 255;
const MEGABYTE = 1024 * 1024;
/** What is taken out of the memory and given to the browser to keep, at a time. */
const PART_BYTES = 16 * MEGABYTE;

/** A file that was not taken, and why. */
export interface Refused {
  name: string;
  reason: string;
}
interface Opened {
  files: File[];
  refused: Refused[];
}

/**
 * What a ZIP holds, by name and content alone: of its folders nothing is kept. Whatever swells beyond what
 * a post takes is cut off there.
 */
export async function openZip(zip: File): Promise<Opened> {
  const reader = new ZipReader(new BlobReader(zip));
  const files: File[] = [];
  const refused: Refused[] = [];
  let left = TOTAL_MAX;
  try {
    let seen = 0;
    for await (const entry of reader.getEntriesGenerator({ filenameValidation: 'tolerant' })) {
      seen += 1;
      if (seen > ENTRIES_MAX) {
        refused.push({ name: zip.name, reason: TOO_MANY_ENTRIES });
        break;
      }
      const name = nameOf(entry.filename);
      if (isDirectory(entry) || isLitter(entry.filename)) continue;
      const reason =
        files.length < BATCH_FILES_MAX ? (left === 0 ? TOO_MUCH : refusalOf(entry)) : TOO_MANY;
      if (reason !== null) {
        refused.push({ name: entry.filename.slice(0, 120), reason });
        continue;
      }
      const read = await readEntry(entry, Math.min(left, mostOf(name)));
      if ('reason' in read)
        refused.push({ name, reason: left < mostOf(name) ? TOO_MUCH : read.reason });
      else files.push(new File([read.content], name, { type: typeOf(name) }));
      // What was refused in the end has been unpacked as well.
      left = Math.max(0, left - read.size);
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
const TOO_MANY_ENTRIES = `O ZIP tem mais de ${ENTRIES_MAX} arquivos, e os últimos não foram abertos.`;
const TOO_MUCH = 'Não cabe: o ZIP passa de 2 GB. Divida em dois.';

const isDirectory = (entry: Entry): entry is Exclude<Entry, FileEntry> => entry.directory;

/** What systems put beside files. */
const isLitter = (path: string) =>
  /(^|\/)(__MACOSX\/|\._|\.DS_Store$|Thumbs\.db$|desktop\.ini$)/i.test(path);

/** Portuguese letters of the code page of Brazil's Windows, by those of the one that the format names. */
const letters: Readonly<Record<string, string>> = {
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

/** Without its folders. */
function nameOf(path: string): string {
  const name = path.split(/[/\\]/).at(-1) ?? '';
  return name.replaceAll(/./gu, (letter) => letters[letter] ?? letter).normalize('NFC');
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
const endingOf = (name: string) => (/\.(\w+)$/.exec(name)?.[1] ?? '').toLowerCase();
const typeOf = (name: string) => types[endingOf(name)] ?? '';
const isSheet = (name: string) => /\.(csv|tsv|txt)$/i.test(name);

function mostOf(name: string): number {
  if (isSheet(name)) return SHEET_MAX_BYTES;
  return kindOf({ name, type: '' }) === 'video' ? MAX_VIDEO_BYTES : MAX_IMAGE_BYTES;
}
const tooLarge = (most: number) => `Arquivo deve ter no máximo ${most / MEGABYTE}MB`;

/** Why an entry is not even begun. */
function refusalOf({ filename, encrypted, uncompressedSize }: FileEntry): string | null {
  if (/^([a-z]:|[/\\])|(^|[/\\])\.\.([/\\]|$)/i.test(filename)) {
    return 'O caminho deste arquivo sai da pasta do ZIP. Ele não foi aberto.';
  }
  const name = nameOf(filename);
  if (name.length > NAME_MAX) return 'O nome deste arquivo é longo demais. Encurte-o.';
  if (encrypted) return 'O arquivo tem senha. Crie o ZIP sem senha.';
  if (/\.(zip|rar|7z)$/i.test(name)) return 'Um ZIP dentro de outro não é aberto.';
  if (kindOf({ name, type: '' }) === null && !isSheet(name)) {
    return 'Formato não aceito. Envie JPG, PNG, HEIC, MP4, MOV ou AVI.';
  }
  return uncompressedSize > mostOf(name) ? tooLarge(mostOf(name)) : null;
}

class SwollenError extends Error {}

/** The content of an entry, and how much was unpacked for it; what it says of its size is not believed. */
async function readEntry(
  entry: FileEntry,
  most: number,
): Promise<{ size: number } & ({ content: Blob } | { reason: string })> {
  const kept: Blob[] = [];
  let part: Uint8Array<ArrayBuffer>[] = [];
  let [size, inPart] = [0, 0];
  const keepPart = () => {
    kept.push(new Blob(part));
    [part, inPart] = [[], 0];
  };
  const sink = new WritableStream<Uint8Array<ArrayBuffer>>({
    write(chunk) {
      size += chunk.length;
      inPart += chunk.length;
      if (size > most) throw new SwollenError();
      part.push(chunk);
      if (inPart >= PART_BYTES) keepPart();
    },
  });
  try {
    await entry.getData(sink, { checkSignature: true });
    keepPart();
    return { size, content: new Blob(kept) };
  } catch (error) {
    const isSwollen =
      error instanceof SwollenError ||
      size > most ||
      (error instanceof Error && error.message === ERR_INVALID_UNCOMPRESSED_SIZE);
    return {
      size,
      reason: isSwollen ? tooLarge(most) : 'O arquivo está danificado dentro do ZIP.',
    };
  }
}
