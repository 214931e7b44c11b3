//! Work on several threads: results come in the order of the jobs, however many threads did them.

use std::collections::BTreeMap;
use std::num::NonZero;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

/// How much stack a worker has: scripts nest, and the engine looks for more before it runs out.
const STACK: usize = 8 << 20;

/// How many threads there are if nobody says how many.
pub fn threads() -> usize {
    thread::available_parallelism().map_or(1, NonZero::get)
}

/// Does every job on so many threads, each with a worker of its own. `told` gets the results in the order of the jobs,
/// each as soon as those before it are done; it can break off the rest.
pub fn each<J, R, W>(
    jobs: &[J],
    threads: usize,
    worker: impl Fn() -> W + Sync,
    mut told: impl FnMut(usize, R) -> ControlFlow<()>,
) where
    J: Sync,
    R: Send,
    W: FnMut(&J) -> R,
{
    let next = AtomicUsize::new(0);
    let (sender, receiver) = mpsc::channel();
    thread::scope(|scope| {
        for _ in 0..threads.clamp(1, jobs.len().max(1)) {
            let (sender, next, worker) = (sender.clone(), &next, &worker);
            let work = move || {
                let mut work = worker();
                loop {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    let Some(job) = jobs.get(at) else { return };
                    if sender.send((at, work(job))).is_err() {
                        return;
                    }
                }
            };
            let thread = thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work);
            thread.expect("the system gives a few threads");
        }
        drop(sender);
        let (mut waiting, mut due) = (BTreeMap::new(), 0);
        for (at, result) in receiver {
            waiting.insert(at, result);
            while let Some(result) = waiting.remove(&due) {
                if told(due, result).is_break() {
                    // Nobody listens any more: each worker ends after its job.
                    return;
                }
                due += 1;
            }
        }
    });
}

/// The results of every job, in their order.
pub fn all<J, R, W>(jobs: &[J], threads: usize, worker: impl Fn() -> W + Sync) -> Vec<R>
where
    J: Sync,
    R: Send,
    W: FnMut(&J) -> R,
{
    let mut results = Vec::with_capacity(jobs.len());
    each(jobs, threads, worker, |_, result| {
        results.push(result);
        ControlFlow::Continue(())
    });
    results
}

#[cfg(test)]
mod tests {
    use super::{all, each};
    use std::ops::ControlFlow;

    #[test]
    fn results_come_in_the_order_of_the_jobs() {
        let jobs: Vec<u64> = (0..50).collect();
        let double = || |job: &u64| job * 2;
        assert_eq!(all(&jobs, 4, double), (0..50).map(|job| job * 2).collect::<Vec<u64>>());
        assert_eq!(all(&[0; 0], 4, double), [0; 0]);
    }

    #[test]
    fn nothing_is_told_after_it_is_broken_off() {
        let jobs: Vec<usize> = (0..1000).collect();
        let mut last = 0;
        each(
            &jobs,
            2,
            || |job: &usize| *job,
            |at, job| {
                assert_eq!(at, job);
                last = at;
                if at == 5 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            },
        );
        assert_eq!(last, 5);
    }
}
