import { SkeletonBar, Skeleton } from '../../ui/skeleton.tsx';

export function TemplatesLoading() {
  return (
    <Skeleton>
      <SkeletonBar className="h-11 w-full" />
      <div className="mt-11 grid gap-3 md:grid-cols-2 lg:gap-4 xl:grid-cols-3">
        {Array.from({ length: 6 }, (_, index) => (
          <SkeletonBar key={index} className="h-[212px] rounded-lg!" />
        ))}
      </div>
    </Skeleton>
  );
}
