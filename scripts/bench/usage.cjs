// Loaded into every measured server before its own program: answers each message with what the process has used so far, and
// ends with the bench.
process.on("message", () => process.send({ cpu: process.cpuUsage(), bytes: process.memoryUsage.rss() }));
process.on("disconnect", () => process.exit());
process.channel.unref();
