/**
 * Each disk call waits in a thread. Four, the runtime's default, are all asleep in an fsync when four small files
 * arrive together. To be imported before anything that touches the disk: the size is read once.
 */
process.env.UV_THREADPOOL_SIZE ??= '16'
