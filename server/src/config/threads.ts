/**
 * Disk calls block a thread of the pool each. With the default of four, four concurrent fsyncs stall all others. Import
 * this before anything that uses the disk: the size is read once.
 */
process.env.UV_THREADPOOL_SIZE ??= '16'
