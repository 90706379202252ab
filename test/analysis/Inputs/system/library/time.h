double library_time(void);
