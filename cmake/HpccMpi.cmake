# SPDX-License-Identifier: Apache-2.0
#
# What each MPI's compiler wrapper says of how to compile and link. For <mpi> in openmpi, mpich, smpi sets
#   HPCC_<MPI>_WRAPPER  the wrapper's path, empty where that MPI is not installed
#   HPCC_<MPI>_COMPILE  its compile flags, HPCC_<MPI>_LINK its link flags: one string each
function(hpcc_ask_wrapper wrapper question keep result)
  execute_process(COMMAND ${wrapper} ${question} OUTPUT_VARIABLE words OUTPUT_STRIP_TRAILING_WHITESPACE
                  COMMAND_ERROR_IS_FATAL ANY)
  separate_arguments(words UNIX_COMMAND "${words}")
  # MPICH prints a whole command.
  list(FILTER words INCLUDE REGEX "${keep}")
  list(JOIN words " " words)
  set(${result} "${words}" PARENT_SCOPE)
endfunction()

function(hpcc_find_mpi mpi program compile_question link_question link_words)
  string(TOUPPER ${mpi} name)
  find_program(MPICC_${mpi} ${program})
  set(wrapper "")
  set(compile "")
  set(link "")
  if(MPICC_${mpi})
    set(wrapper ${MPICC_${mpi}})
    hpcc_ask_wrapper(${wrapper} ${compile_question} "^-([ID]|fPIC)" compile)
    hpcc_ask_wrapper(${wrapper} ${link_question} "${link_words}" link)
  endif()
  set(HPCC_${name}_WRAPPER "${wrapper}" PARENT_SCOPE)
  set(HPCC_${name}_COMPILE "${compile}" PARENT_SCOPE)
  set(HPCC_${name}_LINK "${link}" PARENT_SCOPE)
endfunction()

hpcc_find_mpi(openmpi mpicc.openmpi --showme:compile --showme:link "^(-[Ll]|-Wl,|/)")
hpcc_find_mpi(mpich mpicc.mpich -compile_info -link_info "^(-[Ll]|-Wl,|/)")

# SimGrid's SMPI simulates the processes of a program, which is a shared library then, as threads of one: what the C
# library has once is bound to what runtime/smpi has for each.
hpcc_find_mpi(smpi smpicc -compile-info -link-info "^(-[Ll]|-Wl,|-shared)")
if(HPCC_SMPI_WRAPPER)
  string(APPEND HPCC_SMPI_LINK " -Wl,-Bsymbolic")
  foreach(symbol stdin stdout stderr environ exit atexit)
    string(APPEND HPCC_SMPI_LINK " -Wl,--defsym=${symbol}=hpcc_smpi_${symbol}")
  endforeach()
endif()
