import { useEffect, useState } from 'react';
import type { Arrival } from '../posts/create/keep/use-kept.ts';
import type { Receiving } from '../posts/create/use-composer.ts';
import { RetryNotice } from '../shell/retry-notice.tsx';
import { Notice } from '../ui/notice.tsx';
import { showToast } from '../ui/toast.tsx';
import { goneText, isGone, openFromLibrary } from './from-library.ts';
import type { HandedFile } from './handed.ts';

interface FromLibraryProps {
  files: readonly HandedFile[];
  into: Receiving;
  arrival: Arrival;
  /** One is opened, at this place of all. */
  onFile: (file: File, index: number) => void;
  /** They are here and kept, as far as anything is, or it is told why not. */
  onSettled: () => void;
}

/** What came of them. */
interface Outcome {
  opened: File[];
  /** So many are not in the library any more. */
  gone: number;
  /** One of the others did not come. */
  isBroken: boolean;
}

/** Takes what was chosen in the library into the composer that it began. */
export function FromLibrary({ files, into, arrival, onFile, onSettled }: FromLibraryProps) {
  const [tries, setTries] = useState(0);
  const [state, setState] = useState<'coming' | 'broken' | 'here'>('coming');
  const { picking, standing } = into;
  const isSettled = arrival !== 'wanted' || (state === 'here' && standing !== 'writing');
  // A reload brings again what has not been written yet, and what did not come.
  useEffect(() => {
    if (isSettled) onSettled();
  }, [isSettled, onSettled]);
  // The files are outside React; each try is one.
  useEffect(() => {
    if (arrival !== 'wanted') return undefined;
    let isWanted = true;
    const take = async () => {
      const arriving = openAll(files, onFile);
      // In their order, all of them or none: what came later would stand behind the others.
      const whole = arriving.then((all) => (isWanted && !all.isBroken ? all.opened : []));
      await picking.choose(whole, { replace: false });
      const { opened, gone, isBroken } = await arriving;
      if (!isWanted) return;
      setState(isBroken ? 'broken' : 'here');
      if (gone > 0 && !isBroken) showToast({ text: goneText(gone, opened.length), error: true });
    };
    void take();
    return () => {
      isWanted = false;
    };
    // oxlint-disable-next-line react/exhaustive-deps -- the others are made anew each time
  }, [files, arrival, tries]);
  if (arrival === 'barred') {
    if (!isOfAPost(into)) return null;
    return (
      <Notice tone="warn" live className="mb-5">
        O que você escolheu na biblioteca não entrou, porque este post já estava começado. Termine
        ou descarte este e escolha de novo.
      </Notice>
    );
  }
  if (state !== 'broken') return null;
  const again = async () => setTries(tries + 1);
  return (
    <RetryNotice
      query={{ isFetching: picking.isOpening, refetch: again }}
      className="mb-5 items-center"
    >
      O que você escolheu na biblioteca não abriu. Verifique sua conexão.
    </RetryNotice>
  );
}

async function openAll(
  files: readonly HandedFile[],
  onFile: FromLibraryProps['onFile'],
): Promise<Outcome> {
  const open = async (handed: HandedFile, index: number) => {
    const file = await openFromLibrary(handed);
    onFile(file, index);
    return file;
  };
  const all = await Promise.allSettled(files.map(open));
  const missing = all
    .filter((one) => one.status === 'rejected')
    .map(({ reason }) => isGone(reason));
  return {
    opened: all.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : [])),
    gone: missing.filter(Boolean).length,
    isBroken: missing.includes(false),
  };
}

/** Whether the composer still stands with files of a post, be it that they were not opened. */
function isOfAPost({ wizard, restored }: Receiving): boolean {
  if (wizard.step === 'done') return false;
  return wizard.form.files.length > 0 || (restored?.lost ?? 0) > 0;
}
