import { cx } from '../../ui/cx.ts';
import { Dot } from '../../ui/dot.tsx';

const posts = [
  { time: '12:00', type: 'Carrossel', account: '@docesdanina', note: 'Publicado', done: true },
  { time: '18:00', type: 'Reels', account: '@atelie.barro', note: 'em 3 h 28', next: true },
  { time: '20:30', type: 'Imagem', account: '@lojamare', note: 'em 5 h 58' },
  { time: '23:00', type: 'Stories', account: '@acaidavila', note: 'em 8 h 28' },
];

export function DayBoard() {
  return (
    <aside
      aria-label="Exemplo: publicações de hoje"
      className="relative z-3 mt-2.5 self-start rounded-[20px] border border-line bg-[#1b1916] px-2.5 pt-[18px] pb-2.5 text-ink scheme-dark max-lg:hidden"
    >
      <p className="flex items-baseline justify-between px-3 pb-3 text-xs text-ink-2">
        Hoje, terça, 9 de junho
        <time className="font-heading text-[1.75rem] leading-none font-bold tracking-[-.01em] text-ipe">
          14:32
        </time>
      </p>
      <ol>
        {posts.map(({ time, type, account, note, done, next }) => (
          <li
            key={time}
            className={cx(
              'grid grid-cols-[54px_22px_1fr_auto] items-center border-t px-3 py-[9px] text-sm',
              next === true
                ? 'peer rounded-md border-transparent bg-[#ffc42e] text-on-ipe scheme-light'
                : 'border-line [.peer+&]:border-transparent',
            )}
          >
            <time className="font-heading text-[1.0625rem] leading-none font-semibold">{time}</time>
            <Dot status={done === true ? 'published' : 'scheduled'} />
            <span>
              {type}
              <small className={cx('block text-2xs leading-[1.3]', next !== true && 'text-ink-3')}>
                {account}
              </small>
            </span>
            <span className={cx('tnum text-xs', next !== true && 'text-ink-2')}>{note}</span>
          </li>
        ))}
      </ol>
    </aside>
  );
}
