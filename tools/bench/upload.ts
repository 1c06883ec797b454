import { parseArgs } from 'node:util';
import { MAX_VIDEO_BYTES } from '@pontual/contract/media/media.ts';
import { reportFigures } from './recorded-figures.ts';
import { openDatabases } from './publish/databases.ts';
import { measureHeic } from './upload/heic.ts';
import {
  checkDisk,
  runBaseline,
  runProduct,
  uploadMethods,
  type Load,
  type UploadMethod,
} from './upload/run.ts';
import { buildPreface, listFigures, toMarkdown, type Figures } from './upload/table.ts';
import { createVideoFactory } from './upload/videos.ts';

const HELP = `What uploads cost the web process, beside what is possible on this machine. Needs Linux and PostgreSQL.

  --only <parts>   of multipart, resumable, heic
  --uploads <n>    at the same time (20)
  --bytes <n>      of each (just below the limit of 300 MB)
  --runs <n>       of uploads (3)
  --save           records the figures in recorded-figures.json
  --profile <dir>  a CPU profile of each process
`;

const { values: options } = parseArgs({
  options: {
    only: { type: 'string' },
    uploads: { type: 'string', default: '20' },
    bytes: { type: 'string', default: String(MAX_VIDEO_BYTES - 1) },
    runs: { type: 'string', default: '3' },
    save: { type: 'boolean', default: false },
    profile: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});
const HEIC_CHILDREN = 5;
const runs = Number(options.runs);
const printLine = (text: string) => void process.stdout.write(`${text}\n`);

/** Alternates baseline and product, so that other load on the machine affects both. */
async function measureUploads(load: Load, figures: Figures): Promise<void> {
  await checkDisk(load);
  const databases = await openDatabases();
  try {
    for (let run = 1; run <= runs; run += 1) {
      figures.baseline.push(await runBaseline(load, false));
      figures.flushedBaseline.push(await runBaseline(load, true));
      for (const { way, runs } of figures.methods) {
        const measurement = await runProduct(load, databases, way);
        runs.push(measurement);
        const { megabytesPerSecond, peakMb } = measurement;
        const baselineSpeed = figures.baseline.at(-1)?.megabytesPerSecond;
        printLine(
          `  ${way}, run ${run}: ${megabytesPerSecond.toFixed(0)} MB/s (baseline ${baselineSpeed?.toFixed(0)}), peak ${peakMb.toFixed(0)} MB`,
        );
      }
    }
  } finally {
    await databases.close();
  }
}

async function main(): Promise<void> {
  const only = options.only?.split(',');
  const isChosen = (part: string) => only?.includes(part) ?? true;
  const chosen = (Object.keys(uploadMethods) as UploadMethod[]).filter(isChosen); // the keys of a constant
  const bytes = Number(options.bytes);
  const load = { uploads: Number(options.uploads), bytes, profileDir: options.profile };
  const at = new Date();
  const figures: Figures = {
    load,
    baseline: [],
    flushedBaseline: [],
    methods: chosen.map((way) => ({ way, runs: [] })),
    heic: isChosen('heic') ? await measureHeic(HEIC_CHILDREN) : undefined,
  };
  if (chosen.length > 0) {
    await measureUploads({ ...load, createVideo: await createVideoFactory(bytes) }, figures);
  }
  const command = `npm run bench:upload -- ${process.argv.slice(2).join(' ')}`;
  printLine(`\n${buildPreface({ command, runs, at })}\n\n${toMarkdown(figures)}`);
  await reportFigures('bench:upload', listFigures(figures), options);
}

if (options.help) printLine(HELP);
else await main();
