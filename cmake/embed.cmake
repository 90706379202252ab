# SPDX-License-Identifier: Apache-2.0
#
# cmake -DOUT=file.c -DNAME=name -DIN="a;b" -P embed.cmake: the files, one behind the other, as a C string `name`.
set(bytes "")
foreach(file IN LISTS IN)
  file(READ "${file}" hex HEX)
  string(APPEND bytes "${hex}")
endforeach()
string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${bytes}")
string(REGEX REPLACE "(................................................................................)" "\\1\n" bytes "${bytes}")
file(WRITE "${OUT}" "extern const char ${NAME}[];\nconst char ${NAME}[] = {\n${bytes}0};\n")
